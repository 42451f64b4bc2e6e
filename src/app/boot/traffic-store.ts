/** Traffic figures per connection for the status bar. */
import { createStore } from 'zustand/vanilla';

export interface Traffic {
  /** The last round trip, measured in the host. */
  readonly lastMs: number | null;
  readonly liveSockets: number;
}

const none: Traffic = { lastMs: null, liveSockets: 0 };

export const trafficStore = createStore<Readonly<Record<string, Traffic>>>(() => ({}));

export function trafficOf(all: Readonly<Record<string, Traffic>>, connection: string): Traffic {
  return all[connection] ?? none;
}

export function recordAnswer(connection: string, ms: number): void {
  change(connection, (traffic) => ({ ...traffic, lastMs: ms }));
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
