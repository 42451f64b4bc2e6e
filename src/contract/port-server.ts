import { calls, type CallName, type Calls } from './calls.ts';
import type { Channel } from './channel.ts';
import { PortError, toPortError } from './errors.ts';
import { clientFrame, type ClientFrame, type HostFrame } from './frames.ts';
import { streams, type StreamName, type Streams } from './streams.ts';
import { PORT_VERSION } from './version.ts';
import type { z } from 'zod';

/** What the host implements: one function for each call and stream of the vocabulary. */
export interface PortHandlers {
  calls: {
    [N in CallName]: (
      request: z.output<Calls[N]['request']>,
      signal: AbortSignal,
    ) => Promise<z.input<Calls[N]['response']>>;
  };
  streams: {
    [N in StreamName]: (
      params: z.output<Streams[N]['params']>,
      signal: AbortSignal,
    ) => AsyncIterable<z.input<Streams[N]['item']>>;
  };
}

/** Counts how many items the reader still allows; a stream waits here when the reader is slow. */
class Credit {
  private left: number;
  private wake: (() => void) | undefined;
  constructor(initial: number) {
    this.left = initial;
  }
  add(more: number): void {
    this.left += more;
    this.wake?.();
  }
  async take(signal: AbortSignal): Promise<void> {
    // A handler that does not look at its signal ends here, at its next item.
    while (this.left <= 0 || signal.aborted) {
      if (signal.aborted) throw new PortError({ code: 'cancelled', message: 'The stream was cancelled.' });
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.wake = wake;
        signal.addEventListener('abort', wake, { once: true });
      });
    }
    this.left--;
  }
}

interface Running {
  abort: AbortController;
  credit?: Credit;
}

/** Serves one channel until it closes; closing aborts everything still running for it. */
export function servePort(channel: Channel, handlers: PortHandlers): { close(): void } {
  const running = new Map<number, Running>();
  let greeted = false;
  let open = true;

  const send = (frame: HostFrame) => {
    if (open) channel.send(frame);
  };

  function shutDown() {
    open = false;
    for (const { abort } of running.values()) abort.abort();
    running.clear();
  }

  async function runCall(frame: Extract<ClientFrame, { t: 'call' }>, signal: AbortSignal): Promise<void> {
    try {
      await answerCall(frame, signal);
    } catch (thrown) {
      const error = toPortError(thrown);
      throw signal.aborted ? asCancelled(error) : error;
    }
  }

  async function answerCall(frame: Extract<ClientFrame, { t: 'call' }>, signal: AbortSignal): Promise<void> {
    const name = frame.name;
    if (!isCallName(name))
      throw new PortError({ code: 'bad-request', message: `The host has no call named "${name}".` });
    const request = calls[name].request.parse(frame.payload);
    // The table's entry and the schema share the key, which TypeScript cannot follow through a union of names.
    const handler = handlers.calls[name] as (request: unknown, signal: AbortSignal) => Promise<unknown>;
    const payload = calls[name].response.parse(await handler(request, signal));
    // Also after a cancel that came too late: the caller learns that the call was complete.
    send({ t: 'result', id: frame.id, payload });
  }

  async function runStream(
    frame: Extract<ClientFrame, { t: 'open' }>,
    credit: Credit,
    signal: AbortSignal,
  ): Promise<void> {
    const name = frame.name;
    if (!isStreamName(name))
      throw new PortError({ code: 'bad-request', message: `The host has no stream named "${name}".` });
    const params = streams[name].params.parse(frame.payload);
    const handler = handlers.streams[name] as (
      params: unknown,
      signal: AbortSignal,
    ) => AsyncIterable<unknown>;
    for await (const item of handler(params, signal)) {
      await credit.take(signal);
      send({ t: 'item', id: frame.id, payload: streams[name].item.parse(item) });
    }
    if (!signal.aborted) send({ t: 'end', id: frame.id });
  }

  function start(id: number, entry: Running, work: (signal: AbortSignal) => Promise<void>) {
    if (running.has(id)) {
      send({
        t: 'error',
        id,
        error: new PortError({ code: 'bad-request', message: `Request id ${id} is in use.` }).toBody(),
      });
      return;
    }
    running.set(id, entry);
    work(entry.abort.signal)
      .catch((thrown: unknown) => {
        // A cancelled stream has no reader any more; a cancelled call reports what was done until then.
        if (!entry.abort.signal.aborted || entry.credit === undefined)
          send({ t: 'error', id, error: toPortError(thrown).toBody() });
      })
      .finally(() => running.delete(id));
  }

  function receive(frame: ClientFrame) {
    if (frame.t === 'hello') {
      greeted = true;
      send({ t: 'hello', version: PORT_VERSION });
      if (frame.version !== PORT_VERSION) {
        shutDown();
        channel.close();
      }
      return;
    }
    if (!greeted) {
      shutDown();
      channel.close();
      return;
    }
    switch (frame.t) {
      case 'call':
        start(frame.id, { abort: new AbortController() }, (signal) => runCall(frame, signal));
        return;
      case 'open': {
        const credit = new Credit(frame.credit);
        start(frame.id, { abort: new AbortController(), credit }, (signal) =>
          runStream(frame, credit, signal),
        );
        return;
      }
      case 'credit':
        running.get(frame.id)?.credit?.add(frame.credit);
        return;
      case 'cancel':
        running.get(frame.id)?.abort.abort();
        return;
    }
  }

  channel.onFrame((raw) => {
    const parsed = clientFrame.safeParse(raw);
    if (parsed.success) receive(parsed.data);
    else {
      // A peer that does not speak the contract is not answered but cut off: there is no id to answer to.
      shutDown();
      channel.close();
    }
  });
  channel.onClose(shutDown);
  return {
    close() {
      shutDown();
      channel.close();
    },
  };
}

/** What fails because it was cancelled is a cancellation. */
function asCancelled(error: PortError): PortError {
  if (error.code === 'cancelled') return error;
  return new PortError({
    code: 'cancelled',
    message: 'The request was cancelled.',
    detail: error.message,
  });
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

function isStreamName(name: string): name is StreamName {
  return Object.hasOwn(streams, name);
}
