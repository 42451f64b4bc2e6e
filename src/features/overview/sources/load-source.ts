/** Rates and memory from plain requests: of the sandbox, and while the dashboard feed of a server cannot be opened. */
import type { ServerClient } from '../../../protocol/client.ts';
import { getServerMemory, getServerRates } from '../../../protocol/server-load.ts';
import { poll } from './poll.ts';
import type { Source } from './source.ts';

const ROUND_MS = 5_000;

export const loadSource =
  (server: ServerClient): Source =>
  (sink, signal) =>
    poll(
      () => ROUND_MS,
      async () => {
        sink.onRequest();
        sink.onValues(await getServerRates(server, { signal }));
        sink.onRequest();
        sink.onValues(await getServerMemory(server, { signal }));
      },
      sink,
      signal,
    );

/** Of the sandbox, which measures no rates. */
export const memorySource =
  (server: ServerClient): Source =>
  (sink, signal) =>
    poll(
      () => ROUND_MS,
      async () => {
        sink.onRequest();
        sink.onValues(await getServerMemory(server, { signal }));
      },
      sink,
      signal,
    );
