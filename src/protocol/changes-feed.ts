/** The server's change feed (`/changes`): one subscription, and what it reports. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { DatabaseClient } from './client.ts';
import { readJson } from './client.ts';

export type ChangeFeedItem<C> =
  /** The server confirmed the subscription: no later change is missed. */
  { readonly kind: 'watching' } | { readonly kind: 'change'; readonly change: C };

export interface ChangeCommand {
  readonly Command: string;
  readonly Param: string | null;
}

/** The texts of a change; other members are left out. */
export type ChangeMembers = Readonly<Record<string, string | undefined>>;

const value = z
  .record(z.string(), z.unknown())
  .transform((members): ChangeMembers =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, each]) => (typeof each === 'string' ? [[name, each]] : [])),
    ),
  );
const frame = z.looseObject({
  Type: z.string().optional(),
  Value: value.nullish().catch(null),
  Exception: z.string().optional(),
});
const frames = z.union([z.array(frame), frame.transform((one) => [one])]);

/** Changes of one type. Ends when the server closes; aborting closes the socket. */
export async function* changesOf(
  db: DatabaseClient,
  type: string,
  command: ChangeCommand,
  signal: AbortSignal,
): AsyncGenerator<ChangeFeedItem<ChangeMembers>> {
  const { port, connection } = db.server;
  const path = db.path('/changes');
  for await (const item of port.open('socket', { connection, path }, { signal })) {
    if (item.kind === 'open')
      await port.call('socket.send', {
        socket: item.socket,
        text: JSON.stringify({ CommandId: 1, ...command }),
      });
    else if (item.kind === 'text')
      for (const each of readJson(frames, path, item.text)) {
        if (each.Type === 'Confirm') yield { kind: 'watching' };
        else if (each.Type === 'Error')
          throw new PortError({
            code: 'internal',
            message: `The server closed the change feed ${path}.`,
            ...(each.Exception === undefined ? {} : { detail: each.Exception }),
            retryable: true,
          });
        else if (each.Type === type && each.Value) yield { kind: 'change', change: each.Value };
      }
  }
}
