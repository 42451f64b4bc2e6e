import { useState } from 'react';

export interface Submit {
  readonly busy: boolean;
  /** Of the last attempt; null while there is none. */
  readonly failure: unknown;
  /**
   * Does nothing while an attempt is running; work that returns no promise is done at once. Never rejects: what `work`
   * throws becomes `failure`.
   */
  readonly run: (work: () => Promise<void> | undefined) => Promise<void>;
  readonly clearFailure: () => void;
}

/** The action of a dialog, which stays open with the error when the action fails. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  return {
    busy,
    failure,
    async run(work) {
      if (busy) return;
      setFailure(null);
      try {
        const running = work();
        if (running === undefined) return;
        setBusy(true);
        await running;
      } catch (thrown) {
        setFailure(thrown);
      } finally {
        setBusy(false);
      }
    },
    clearFailure: () => setFailure(null),
  };
}
