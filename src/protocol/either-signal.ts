/** A signal that aborts with the first of two. `AbortSignal.any` needs Chromium 116. */
export function eitherSignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const both = new AbortController();
  const signals = [one, other];
  const end = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', end);
    both.abort(signals.find(({ aborted }) => aborted)?.reason);
  };
  if (one.aborted || other.aborted) end();
  else for (const signal of signals) signal.addEventListener('abort', end, { once: true });
  return both.signal;
}
