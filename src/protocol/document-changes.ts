/** The server's change feed (`/changes`), for one document, one collection or all documents. */
import { z } from 'zod';
import { PortError } from '../contract/index.ts';
import type { DatabaseClient } from './client.ts';
import { readJson } from './client.ts';

export type ChangeSubscription =
  { readonly kind: 'document'; readonly id: string } | { readonly kind: 'all' };

export interface DocumentChange {
  /** `Put`, `Delete`, `Conflict`; newer servers may send more. */
  readonly type: string;
  readonly id: string;
  readonly collection: string | undefined;
  readonly changeVector: string | undefined;
}

export type ChangeItem =
  /** The server confirmed the subscription: no later change is missed. */
  { readonly kind: 'watching' } | { readonly kind: 'change'; readonly change: DocumentChange };

const frame = z.looseObject({
  Type: z.string().optional(),
  Value: z
    .looseObject({
      Type: z.string().optional(),
      Id: z.string().nullish(),
      CollectionName: z.string().nullish(),
      ChangeVector: z.string().nullish(),
    })
    .nullish(),
  Exception: z.string().optional(),
});
const frames = z.union([z.array(frame), frame.transform((one) => [one])]);

/** Ends when the server closes; aborting closes the socket. */
export async function* watchDocuments(
  db: DatabaseClient,
  watch: ChangeSubscription,
  signal: AbortSignal,
): AsyncGenerator<ChangeItem> {
  const { port, connection } = db.server;
  const path = db.path('/changes');
  const command =
    watch.kind === 'all'
      ? { CommandId: 1, Command: 'watch-docs', Param: null }
      : { CommandId: 1, Command: 'watch-doc', Param: watch.id };
  for await (const item of port.open('socket', { connection, path }, { signal })) {
    if (item.kind === 'open')
      await port.call('socket.send', { socket: item.socket, text: JSON.stringify(command) });
    else if (item.kind === 'text')
      for (const each of readJson(frames, path, item.text)) yield* changesIn(each, path);
  }
}

function* changesIn(each: z.output<typeof frame>, path: string): Generator<ChangeItem> {
  if (each.Type === 'Confirm') yield { kind: 'watching' };
  else if (each.Type === 'Error')
    throw new PortError({
      code: 'internal',
      message: `The server closed the change feed ${path}.`,
      ...(each.Exception === undefined ? {} : { detail: each.Exception }),
      retryable: true,
    });
  else if (each.Type === 'DocumentChange' && each.Value)
    yield {
      kind: 'change',
      change: {
        type: each.Value.Type ?? 'Put',
        id: each.Value.Id ?? '',
        collection: each.Value.CollectionName ?? undefined,
        changeVector: each.Value.ChangeVector ?? undefined,
      },
    };
}
