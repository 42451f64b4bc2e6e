/** The button, the command and the dialog of “Reproduce in the sandbox” on the query screen of a server. */
import { FlaskConical } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { type ScreenParams, useSession, useWriteRefusal } from '../../../app/registry/index.ts';
import { capabilitiesOf, SANDBOX_ID } from '../../../contract/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { Button } from '../../../ui/index.ts';
import type { CompletedRun } from '../runs/query-runs.ts';
import type { QueryState } from '../runs/query-state.ts';
import { ReproduceDialog } from './reproduce-dialog.tsx';
import type { QueryText } from './query-source.ts';

interface Subject {
  readonly tabId: string;
  readonly db: DatabaseClient;
  readonly params: ScreenParams;
  readonly state: QueryState;
  readonly change: (part: Partial<QueryState>) => void;
  /** The run whose result is visible. */
  readonly visible: CompletedRun | null;
}

/** Both are null for the sandbox, whose queries run there already. */
export function useReproduce({ tabId, db, params, state, change, visible }: Subject): {
  readonly button: ReactNode;
  readonly dialog: ReactNode;
} {
  const session = useSession();
  const isServer = !capabilitiesOf(db.server.connection).builtIn;
  const refusal = useWriteRefusal(SANDBOX_ID);
  // Another screen opened this tab to reproduce its query. A restored tab does not open the dialog again.
  const requested = isServer ? params.reproduce : undefined;
  const isNew = requested !== undefined && requested !== state.reproduced;
  const [text, setText] = useState<QueryText | null>(() =>
    isNew && params.query !== undefined ? { query: params.query, parameters: {} } : null,
  );
  useEffect(() => {
    if (requested !== undefined && isNew) change({ reproduced: requested });
  }, [isNew, requested, change]);

  const query = visible?.request.query;
  const parameters = visible?.request.parameters;
  useEffect(() => {
    if (!isServer) return undefined;
    return session.addCommands([
      {
        id: 'query.reproduce',
        title: 'Reproduce query in the sandbox…',
        group: 'Query',
        keywords: 'copy sample documents mask compare plan',
        run: () => {
          const problem =
            refusal ?? (query === undefined ? 'Run the query first. Its result is reproduced.' : undefined);
          if (problem !== undefined) session.notify({ kind: 'info', message: problem });
          else setText({ query: query ?? '', parameters: parameters ?? {} });
        },
      },
    ]);
  }, [isServer, session, refusal, query, parameters]);

  if (!isServer) return { button: null, dialog: null };
  return {
    button: query !== undefined && parameters !== undefined && (
      <Button
        variant="ghost"
        icon={<FlaskConical />}
        disabledReason={refusal}
        onClick={() => setText({ query, parameters })}
      >
        Reproduce…
      </Button>
    ),
    dialog: text && <ReproduceDialog tabId={tabId} db={db} text={text} onClose={() => setText(null)} />,
  };
}
