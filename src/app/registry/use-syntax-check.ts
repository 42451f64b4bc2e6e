/** Checks the syntax of the query while it is typed, with the parser of the sandbox in the host. */
import { useEffect, useState } from 'react';
import { capabilitiesOf, MAX_CHECKED_QUERY_CHARACTERS } from '../../contract/index.ts';
import { locateParseProblem, type QueryProblem } from '../../protocol/queries.ts';
import { useSession } from './session.ts';

/** A pause in typing after which the text is checked. */
const PAUSE_MS = 400;

interface Checked {
  readonly text: string;
  readonly problem: QueryProblem | null;
}

/**
 * The problem of exactly this text; null while it is typed, for a correct text, and for one too long to check.
 * On a server, RQL that only the sandbox refuses is not a problem.
 */
export function useSyntaxCheck(connectionId: string, text: string): QueryProblem | null {
  const { port } = useSession();
  const sandbox = capabilitiesOf(connectionId).builtIn;
  const [checked, setChecked] = useState<Checked | null>(null);
  useEffect(() => {
    if (text.trim() === '' || text.length > MAX_CHECKED_QUERY_CHARACTERS) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      port.call('queries.check', { text }, { signal: abort.signal }).then(
        ({ refusal }) => {
          if (abort.signal.aborted) return;
          const applies = refusal !== null && (sandbox || !refusal.unsupported);
          setChecked({ text, problem: applies ? locateParseProblem(refusal.message, text) : null });
        },
        // Without the engine's module nothing is marked; the connection of the sandbox shows what is wrong with it.
        () => setChecked(null),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [port, text, sandbox]);
  return checked?.text === text ? checked.problem : null;
}
