/** Without AbortSignal.any, which Node has since version 20. */
export function bothSignals(...signals: readonly AbortSignal[]): { signal: AbortSignal; leave: () => void } {
  const either = new AbortController();
  const abort = (): void => either.abort();
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: either.signal,
    leave: () => signals.forEach((signal) => signal.removeEventListener('abort', abort)),
  };
}
