/** Maps a problem in a query that was sent with added timings to the text of the editor. Pure. */
import type { QueryProblem } from '../../../protocol/queries.ts';
import { offsetWithoutTimings } from '../../../ui/rql/index.ts';

export function problemInText(problem: QueryProblem | null, sent: string, text: string): QueryProblem | null {
  if (problem === null || sent === text) return problem;
  const place = (line: number, column: number) =>
    placeOf(text, offsetWithoutTimings(offsetOf(sent, line, column), sent, text));
  const start = place(problem.line, problem.column);
  const end = place(problem.endLine, problem.endColumn);
  return { ...problem, ...start, endLine: end.line, endColumn: end.column };
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
