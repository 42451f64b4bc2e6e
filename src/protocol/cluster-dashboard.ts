/** The live figures of one node, from the socket that serves RavenDB's cluster dashboard. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { ServerClient } from './client.ts';
import { readJson } from './client.ts';
import { readDashboardFrame, widgetTypes, type WidgetType } from './dashboard-frames.ts';
import type { MetricValues } from './server-metrics.ts';

const PATH = '/cluster-dashboard/watch';

export type DashboardItem =
  | { readonly kind: 'open' }
  | { readonly kind: 'values'; readonly values: MetricValues }
  /** A widget that this server does not know. It is left out from then on. */
  | { readonly kind: 'unsupported'; readonly type: WidgetType };

/** Ends one socket with the widget that its server refused. */
class UnknownWidget extends Error {
  readonly type: WidgetType;
  constructor(type: WidgetType) {
    super(`The server does not know the widget ${type}.`);
    this.type = type;
  }
}

/**
 * Figures of the node with this tag; null: of a server that has no tag yet. Another node is reached through the
 * connected one. Ends when the server closes; aborting closes the socket.
 */
export async function* watchDashboard(
  server: ServerClient,
  node: string | null,
  signal: AbortSignal,
): AsyncGenerator<DashboardItem> {
  let types: readonly WidgetType[] = widgetTypes;
  while (types.length > 0) {
    try {
      yield* watchWidgets(server, node, types, signal);
      return;
    } catch (thrown) {
      if (!(thrown instanceof UnknownWidget)) throw thrown;
      types = types.filter((type) => type !== thrown.type);
      yield { kind: 'unsupported', type: thrown.type };
    }
  }
}

async function* watchWidgets(
  server: ServerClient,
  node: string | null,
  types: readonly WidgetType[],
  signal: AbortSignal,
): AsyncGenerator<DashboardItem> {
  const { port, connection } = server;
  // A server without any database yet has the tag "?".
  const path = `${PATH}?node=${encodeURIComponent(node ?? '?')}`;
  // The first frame reports the last collections before the socket was opened.
  let firstGc = true;
  for await (const item of port.open('socket', { connection, path }, { signal })) {
    if (item.kind === 'open') {
      for (const [at, Type] of types.entries())
        await port.call('socket.send', {
          socket: item.socket,
          text: JSON.stringify({ Command: 'watch', Id: at + 1, Type, Config: null }),
        });
      yield { kind: 'open' };
    }
    if (item.kind !== 'text') continue;
    const frame = readDashboardFrame(readJson(z.unknown(), PATH, item.text));
    if (frame.kind === 'error') throw failureOf(frame.reason, types);
    if (frame.kind !== 'values') continue;
    const { 'gc.pause': pause, ...others } = frame.values;
    const values = firstGc || pause === undefined ? others : { ...others, 'gc.pause': pause };
    if (frame.type === 'GcInfo') firstGc = false;
    yield { kind: 'values', values };
  }
}

/** RavenDB quotes the unknown type: `Could not convert … ('GcInfo') to …`. */
function failureOf(reason: string, types: readonly WidgetType[]): Error {
  const unknown = types.find((type) => reason.includes(`'${type}'`));
  if (unknown !== undefined) return new UnknownWidget(unknown);
  return new PortError({
    code: 'unsupported',
    message: 'The server closed its metrics feed.',
    detail: reason === '' ? 'The server gave no reason.' : reason,
    retryable: true,
  });
}
