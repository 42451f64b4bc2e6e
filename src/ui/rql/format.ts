/**
 * Formats a query: one clause per line, one space between words, long clauses broken at `and`, `or` and commas. Changes
 * white space between tokens only, so that the server reads the same query; scripts in braces stay as they are.
 */
import { formatParts, type Part } from './format-parts.ts';

const MAX_WIDTH = 80;
const INDENT = '  ';

/** A replacement of the white space between two tokens. */
export interface FormatEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function formatRql(text: string): string {
  return formatEdits(text).reduceRight(
    (rest, edit) => rest.slice(0, edit.start) + edit.text + rest.slice(edit.end),
    text,
  );
}

/** In the order of the text, without those that change nothing. */
export function formatEdits(text: string): readonly FormatEdit[] {
  const parts = formatParts(text);
  const edits: FormatEdit[] = [];
  const replace = (start: number, end: number, space: string): void => {
    if (text.slice(start, end) !== space) edits.push({ start, end, text: space });
  };
  const first = parts[0];
  if (!first) {
    replace(0, text.length, '');
    return edits;
  }
  replace(0, first.start, '');
  for (const clause of clausesOf(parts)) {
    const broken = isTooLong(clause.parts);
    clause.parts.forEach((part, index) => {
      const before = index === 0 ? clause.before : clause.parts[index - 1];
      if (before) replace(before.end, part.start, spaceBetween(before, part, index === 0, broken, text));
    });
  }
  const last = parts.at(-1) ?? first;
  // An open comment or string takes the rest of the text.
  replace(last.end, text.length, '');
  return edits;
}

interface Clause {
  readonly before: Part | undefined;
  readonly parts: readonly Part[];
}

/** A clause begins with its word; what is before the first one is a clause too. */
function clausesOf(parts: readonly Part[]): readonly Clause[] {
  const clauses: { before: Part | undefined; parts: Part[] }[] = [];
  parts.forEach((part, index) => {
    const current = clauses.at(-1);
    if (!current || part.role === 'clause') clauses.push({ before: parts[index - 1], parts: [part] });
    else current.parts.push(part);
  });
  return clauses;
}

/** Of the clause in one line, without the comments after it. A comment that breaks its line breaks the others too. */
function isTooLong(parts: readonly Part[]): boolean {
  let width = 0;
  let end = parts.length;
  while (end > 0 && parts[end - 1]?.role === 'comment') end--;
  for (const [index, part] of parts.slice(0, end).entries()) {
    if (part.role === 'comment' && (part.ownLine || part.breakAfter)) return true;
    const before = parts[index - 1];
    if (before && !isJoined(before, part)) width++;
    const lineEnd = part.text.indexOf('\n');
    if (lineEnd >= 0) return width + lineEnd > MAX_WIDTH;
    width += part.text.length;
  }
  return width > MAX_WIDTH;
}

function spaceBetween(
  before: Part,
  part: Part,
  startsClause: boolean,
  broken: boolean,
  text: string,
): string {
  const gap = text.slice(before.end, part.start);
  const newLine = (indent: string): string => `${/\n[^\S\n]*\n/.test(gap) ? '\n\n' : '\n'}${indent}`;
  if (part.role === 'comment' && part.ownLine) return newLine(part.beforeClause ? '' : INDENT);
  if (startsClause) return newLine('');
  if (before.role === 'comment' && before.breakAfter) return newLine(INDENT);
  if (broken && (part.role === 'connective' || (before.role === 'separator' && part.role !== 'comment')))
    return newLine(INDENT);
  return isJoined(before, part) ? '' : ' ';
}

function isJoined(before: Part, part: Part): boolean {
  if (part.role === 'comment' || before.role === 'comment') return false;
  if (part.spaceBefore !== null) return !part.spaceBefore;
  if (before.spaceAfter !== null) return !before.spaceAfter;
  return part.adjacent;
}
