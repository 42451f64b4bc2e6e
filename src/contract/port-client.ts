import { calls, type CallName, type CallRequest, type CallResponse } from './calls.ts';
import type { Channel } from './channel.ts';
import { PortError, toPortError } from './errors.ts';
import { hostFrame, type ClientFrame, type HostFrame } from './frames.ts';
import { ItemQueue } from './item-queue.ts';
import type { CancelOptions, Port } from './port.ts';
import { streams, type StreamItem, type StreamName, type StreamParams } from './streams.ts';
import { PORT_VERSION } from './version.ts';

/** How many items a stream may have under way before the host waits for the reader. */
const STREAM_WINDOW = 64;

/** How long the host may take to report what a cancelled call had done. */
const CANCEL_REPORT_MS = 2_000;

interface PendingCall {
  resolve(payload: unknown): void;
  reject(error: PortError): void;
}

/** The UI side of the port over any channel. */
export function connectPort(channel: Channel): Port {
  let nextId = 1;
  let closedReason: string | undefined;
  const pendingCalls = new Map<number, PendingCall>();
  const openStreams = new Map<number, ItemQueue<{ readonly payload: unknown }>>();
  let resolveClosed: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => (resolveClosed = resolve));

  const send = (frame: ClientFrame) => {
    if (closedReason === undefined) channel.send(frame);
  };

  function shutDown(error: PortError) {
    if (closedReason !== undefined) return;
    closedReason = error.message;
    for (const call of pendingCalls.values()) call.reject(error);
    for (const queue of openStreams.values()) queue.fail(error);
    pendingCalls.clear();
    openStreams.clear();
    resolveClosed(error.message);
  }

  function receive(frame: HostFrame) {
    switch (frame.t) {
      case 'hello':
        if (frame.version !== PORT_VERSION) {
          shutDown(
            new PortError({
              code: 'version-mismatch',
              message: `The window uses port version ${PORT_VERSION}, the host ${frame.version}. Reload the window, or restart Rookery.`,
            }),
          );
          channel.close();
        }
        return;
      case 'result':
        pendingCalls.get(frame.id)?.resolve(frame.payload);
        pendingCalls.delete(frame.id);
        return;
      case 'item':
        openStreams.get(frame.id)?.push({ payload: frame.payload });
        return;
      case 'end':
        openStreams.get(frame.id)?.end();
        openStreams.delete(frame.id);
        return;
      case 'error': {
        const error = new PortError(frame.error);
        pendingCalls.get(frame.id)?.reject(error);
        pendingCalls.delete(frame.id);
        openStreams.get(frame.id)?.fail(error);
        openStreams.delete(frame.id);
        return;
      }
    }
  }

  channel.onFrame((raw) => {
    const parsed = hostFrame.safeParse(raw);
    if (parsed.success) receive(parsed.data);
    else shutDown(toPortError(parsed.error));
  });
  channel.onClose((reason) => shutDown(new PortError({ code: 'closed', message: reason, retryable: true })));
  send({ t: 'hello', version: PORT_VERSION });

  const goneError = () =>
    new PortError({
      code: 'closed',
      message: closedReason ?? 'The connection to the host is closed.',
      retryable: true,
    });
  const cancelledError = () =>
    new PortError({ code: 'cancelled', message: 'The request was cancelled before it was sent.' });
  const unconfirmedError = () =>
    new PortError({
      code: 'cancelled',
      message: 'The request was cancelled. Its progress is unknown.',
    });

  async function call<N extends CallName>(
    name: N,
    request: CallRequest<N>,
    { signal }: CancelOptions = {},
  ): Promise<CallResponse<N>> {
    if (closedReason !== undefined) throw goneError();
    if (signal?.aborted) throw cancelledError();
    const id = nextId++;
    let onAbort: (() => void) | undefined;
    let reportTimer: ReturnType<typeof setTimeout> | undefined;
    try {
      const payload = await new Promise<unknown>((resolve, reject) => {
        pendingCalls.set(id, { resolve, reject });
        onAbort = () => {
          send({ t: 'cancel', id });
          // The host answers with the result, when it was complete already, or with what was stopped.
          reportTimer = setTimeout(() => {
            pendingCalls.delete(id);
            reject(unconfirmedError());
          }, CANCEL_REPORT_MS);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        send({ t: 'call', id, name, payload: request });
      });
      return calls[name].response.parse(payload) as CallResponse<N>;
    } catch (thrown) {
      throw toPortError(thrown);
    } finally {
      clearTimeout(reportTimer);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  async function* open<N extends StreamName>(
    name: N,
    params: StreamParams<N>,
    { signal }: CancelOptions = {},
  ): AsyncIterableIterator<StreamItem<N>> {
    if (closedReason !== undefined) throw goneError();
    if (signal?.aborted) throw cancelledError();
    const id = nextId++;
    const queue = new ItemQueue<{ readonly payload: unknown }>();
    openStreams.set(id, queue);
    const onAbort = () => queue.abandon(cancelledError());
    signal?.addEventListener('abort', onAbort, { once: true });
    send({ t: 'open', id, name, payload: params, credit: STREAM_WINDOW });
    let taken = 0;
    try {
      for await (const { payload } of queue) {
        // Credit goes back in halves of the window, so that a quick reader never stalls and few frames are sent.
        if (++taken >= STREAM_WINDOW / 2) {
          send({ t: 'credit', id, credit: taken });
          taken = 0;
        }
        yield streams[name].item.parse(payload) as StreamItem<N>;
      }
    } catch (thrown) {
      throw toPortError(thrown);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if (openStreams.delete(id)) send({ t: 'cancel', id });
    }
  }

  return {
    call,
    open,
    closed,
    close() {
      shutDown(new PortError({ code: 'closed', message: 'The port was closed.' }));
      channel.close();
    },
  };
}
