/** Aborts requests to the in-process engine: the engine stops its work and reports what was done. */
import { z } from 'zod';
import type { Answer, PendingRequest } from '../../../native/addon/index.d.ts';
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
export async function abortable(
  pending: PendingRequest,
  signal: AbortSignal,
  timeoutMs: number | undefined,
): Promise<Answer> {
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
    const what = signal.aborted || timeout.isOver ? stoppedWith(answer) : undefined;
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

/** Why a streamed answer ended before its end. */
export function streamError(thrown: unknown, signal: AbortSignal): unknown {
  if (!isErrno(thrown) || !(thrown instanceof Error)) return thrown;
  const { code, message } = thrown;
  // The engine ends a stopped answer early, or does not stop in time.
  if (code === 'aborted' || signal.aborted) return new PortError({ code: 'cancelled', message });
  if (code === 'closed') return new PortError({ code: 'closed', message });
  if (code === 'answer-cut') return new PortError({ code: 'unreachable', message, retryable: true });
  return thrown;
}

/** The engine's report about a stopped request; undefined for a complete response. */
function stoppedWith(answer: Answer): string | undefined {
  if (answer.status !== REQUEST_TIMEOUT) return undefined;
  try {
    const body = stoppedBody.safeParse(JSON.parse(answer.body.toString('utf8')));
    return body.success ? body.data.Message : undefined;
  } catch {
    // Not JSON: not a response of the engine.
    return undefined;
  }
}
