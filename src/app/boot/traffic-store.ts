/** Traffic figures per connection for the status bar. */
import { createStore } from 'zustand/vanilla';
import type { AnswerTraffic } from './watched-port.ts';

export interface Traffic {
  /** The last round trip, measured in the host. */
  readonly lastMs: number | null;
  readonly liveSockets: number;
  /** Answers that the host had and that needed no request. */
  readonly savedTrips: number;
  /** Answers that the server confirmed and did not send again. */
  readonly notModified: number;
  /** The tag of the node that answers while the server itself cannot be reached. */
  readonly otherNode: string | null;
}

const none: Traffic = { lastMs: null, liveSockets: 0, savedTrips: 0, notModified: 0, otherNode: null };

export const trafficStore = createStore<Readonly<Record<string, Traffic>>>(() => ({}));

export function trafficOf(all: Readonly<Record<string, Traffic>>, connection: string): Traffic {
  return all[connection] ?? none;
}

export function recordAnswer(connection: string, { ms, cache, node }: AnswerTraffic): void {
  change(connection, (traffic) =>
    cache === 'live'
      ? { ...traffic, savedTrips: traffic.savedTrips + 1 }
      : {
          ...traffic,
          lastMs: ms,
          notModified: traffic.notModified + (cache === undefined ? 0 : 1),
          otherNode: node ?? null,
        },
  );
}

export function recordSocket(connection: string, by: 1 | -1): void {
  change(connection, (traffic) => ({ ...traffic, liveSockets: Math.max(0, traffic.liveSockets + by) }));
}

/** A lost port closes all its sockets. */
export function clearTraffic(): void {
  trafficStore.setState({}, true);
}

function change(connection: string, to: (traffic: Traffic) => Traffic): void {
  trafficStore.setState((all) => ({ ...all, [connection]: to(trafficOf(all, connection)) }));
}
