/** Aborts requests to the in-process engine: the engine stops its work and reports what was done. */
import { z } from 'zod';
import { PortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';

/** The engine's response to a request that it stopped. */
const stoppedBody = z.looseObject({
  Type: z.string().endsWith('OperationCanceledException'),
  Message: z.string(),
});
const REQUEST_TIMEOUT = 408;

export function notSent(): PortError {
  return new PortError({ code: 'cancelled', message: 'The request was cancelled before it was sent.' });
}

/**
 * The response. An abort or a timeout stops the work in the engine and waits for its report; a response that was
 * complete by then is returned.
 */
export async function abortable<A extends { readonly status: number }>(
  pending: { readonly answer: Promise<A>; readonly abort: () => void },
  signal: AbortSignal,
  timeoutMs: number | undefined,
  textOf: (answer: A) => string | Promise<string>,
): Promise<A> {
  const timeout = { isOver: false };
  const abort = (): void => pending.abort();
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timeout.isOver = !signal.aborted;
          abort();
        }, timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  const stopped = (what: string): PortError =>
    timeout.isOver
      ? new PortError({
          code: 'timeout',
          message: `The sandbox did not respond within ${(timeoutMs ?? 0) / 1000} s, so the request was stopped. ${what}`,
          retryable: true,
        })
      : new PortError({ code: 'cancelled', message: what });
  try {
    const answer = await pending.answer;
    const isReport = answer.status === REQUEST_TIMEOUT && (signal.aborted || timeout.isOver);
    const what = isReport ? reportIn(await textOf(answer)) : undefined;
    if (what !== undefined) throw stopped(what);
    return answer;
  } catch (thrown) {
    if (isErrno(thrown) && thrown.code === 'aborted') throw stopped(thrown.message);
    throw thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** The engine's report about a stopped request; undefined for another response. */
function reportIn(text: string): string | undefined {
  try {
    const body = stoppedBody.safeParse(JSON.parse(text));
    return body.success ? body.data.Message : undefined;
  } catch {
    // Not JSON: not a response of the engine.
    return undefined;
  }
}
