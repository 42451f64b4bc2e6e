/** The body of an answer of the in-process engine, read while the engine writes it. */
import { PortError, toPortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import type { StreamHandle } from './addon-binding.ts';

/** For one reader. Leaving the loop and the signal stop the work in the engine. */
export async function* piecesOf(stream: StreamHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  const abort = (): void => stream.abort();
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    for (;;) {
      const piece = await stream.next();
      // What the engine writes after an abort is its report, not a part of the answer.
      if (signal.aborted) throw cancelledInAnswer();
      if (piece === null) return;
      yield piece;
    }
  } catch (thrown) {
    throw endedEarly(thrown, signal);
  } finally {
    signal.removeEventListener('abort', abort);
    abort();
  }
}

/** The text of a short body. */
export async function completeText(stream: StreamHandle): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(stream, new AbortController().signal)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

function cancelledInAnswer(): PortError {
  return new PortError({
    code: 'cancelled',
    message: 'The request was cancelled in the middle of the answer.',
  });
}

function endedEarly(thrown: unknown, signal: AbortSignal): PortError {
  if (signal.aborted) return cancelledInAnswer();
  if (!isErrno(thrown)) return toPortError(thrown);
  return new PortError({
    code: thrown.code === 'answer-cut' ? 'unreachable' : 'closed',
    message: `The sandbox ended the answer early. ${thrown.message}`,
    retryable: true,
  });
}
