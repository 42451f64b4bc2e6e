/** The CPU credits of a server: one request where its configuration names none. */
import { getCpuCredits, type CpuCredits } from '../../../protocol/cpu-credits.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { eitherSignal } from '../../../protocol/either-signal.ts';
import { poll } from './poll.ts';
import type { Source } from './source.ts';

const ROUND_MS = 10_000;

export const creditSource =
  (server: ServerClient, onCredits: (credits: CpuCredits | null) => void): Source =>
  (sink, signal) => {
    // Another answer needs a restart of the server with another configuration.
    const unknown = new AbortController();
    const round = async (): Promise<void> => {
      sink.onRequest();
      const credits = await getCpuCredits(server, { signal });
      onCredits(credits);
      if (credits === null) unknown.abort();
      else sink.onValues({ 'cpu.credits': credits.remaining });
    };
    return poll(() => ROUND_MS, round, sink, eitherSignal(signal, unknown.signal));
  };
