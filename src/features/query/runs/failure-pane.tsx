/** A failed query: the server's message, the position in the text, and next steps. */
import { Crosshair, ListPlus } from 'lucide-react';
import type { ConnectionMode } from '../../../contract/index.ts';
import { Button, ErrorView } from '../../../ui/index.ts';
import type { Advice } from '../advice/rules.ts';
import { explainIndexRefusal } from '../../../protocol/index-refusal.ts';
import { ServerError } from '../../../protocol/server-error.ts';
import type { Run } from './query-runs.ts';
import { reservedWordAt } from './reserved-word.ts';
import { withoutQuery } from './without-query.ts';

/** Undefined: the title of the error itself. */
function titleOf(error: unknown): string | undefined {
  if (!(error instanceof ServerError)) return undefined;
  if (error.status === 501) return 'Not supported by this server';
  return /Parse|Syntax/.test(error.type) || error.message.startsWith('Invalid script')
    ? 'Syntax error'
    : undefined;
}

interface FailurePaneProps {
  readonly failed: Extract<Run, { kind: 'failed' }>;
  readonly mode: ConnectionMode;
  /** What in the text this server refuses. */
  readonly advice: readonly Advice[];
  readonly onGoTo: () => void;
  readonly onRetry: () => void;
  readonly onAllowIndex: () => void;
}

export function FailurePane({
  failed: { error, problem, request },
  mode,
  advice,
  onGoTo,
  onRetry,
  onAllowIndex,
}: FailurePaneProps) {
  const explained = explainIndexRefusal(error, mode);
  const reserved = problem ? reservedWordAt(request.query, problem) : null;
  return (
    <ErrorView
      error={explained ?? withoutQuery(error, request.query)}
      doing="Running the query"
      title={titleOf(error)}
      // The same query would fail again.
      onRetry={problem || explained ? undefined : onRetry}
    >
      {advice.map(({ id, evidence, instead }) => (
        <p key={id}>
          {evidence} Write instead: <code>{instead}</code>
        </p>
      ))}
      {reserved !== null && (
        <p>
          <code>{reserved}</code> is a reserved word of RQL. As the name of a field or collection it is
          written in quotes: <code>&apos;{reserved}&apos;</code>.
        </p>
      )}
      {explained && mode === 'guarded' && (
        <Button icon={<ListPlus />} onClick={onAllowIndex}>
          Allow a new index and run…
        </Button>
      )}
      {problem && (
        <Button icon={<Crosshair />} onClick={onGoTo}>
          Go to line {problem.line}, column {problem.column}
        </Button>
      )}
    </ErrorView>
  );
}
