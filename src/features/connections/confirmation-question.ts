import { useEffect, useState } from 'react';
import { PortError, type ConfirmationQuestion, type Port } from '../../contract/index.ts';

/** A question with its expiry on this page's clock. */
export interface TimedQuestion {
  readonly question: ConfirmationQuestion;
  readonly until: number;
}

/** Receives errors; must be the same function for the lifetime of the window. */
export type OnProblem = (thrown: unknown, doing: string) => void;

/** The pending confirmation of this window, or null. */
export function useConfirmationQuestion(port: Port, onProblem: OnProblem): TimedQuestion | null {
  const [timed, setTimed] = useState<TimedQuestion | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const watch = async (): Promise<void> => {
      for await (const { question } of port.open('confirmations.watch', {}, { signal: abort.signal }))
        setTimed(question && { question, until: performance.now() + question.expiresInMs });
    };
    watch().catch((thrown: unknown) => {
      if (abort.signal.aborted) return;
      // Pending calls failed with the port; the banner reports it, and the next port is watched again.
      setTimed(null);
      if (!(thrown instanceof PortError && thrown.code === 'closed'))
        onProblem(thrown, 'Watching for confirmations');
    });
    return () => abort.abort();
  }, [port, onProblem]);
  return timed;
}
