/** What the cluster observer changed: moved databases between members and rehabs, replaced nodes. Only the leader has it. */
import { z } from 'zod';
import { readJson, REDIRECTS, type RequestOptions, type ServerClient } from './client.ts';

const text = z.string().nullish().catch(null);
const answer = z.looseObject({
  LeaderNode: text,
  Suspended: z.boolean().nullish().catch(null),
  Iteration: z.number().nullish().catch(null),
  ObserverLog: z
    .array(
      z.looseObject({
        Date: text,
        Database: text,
        Message: text,
        Iteration: z.number().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});

export interface Decision {
  /** The server's text of the time. */
  readonly at: string;
  readonly database: string;
  readonly message: string;
}

export interface ObserverLog {
  readonly suspended: boolean;
  /** Rounds since the leader was elected. */
  readonly iteration: number | null;
  /** Newest first. */
  readonly decisions: readonly Decision[];
}

/** Null where the connected node is no leader. */
export async function getObserverLog(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<ObserverLog | null> {
  const path = '/admin/cluster/observer/decisions';
  const { status, body } = await server.send('GET', '/admin/cluster/observer/decisions', {
    accept: REDIRECTS,
    ...options,
  });
  if (status >= 300 || body.trim() === '') return null;
  const read = readJson(answer, path, body);
  return {
    suspended: read.Suspended ?? false,
    iteration: read.Iteration ?? null,
    decisions: (read.ObserverLog ?? [])
      .map(({ Date: at, Database, Message }) => ({
        at: at ?? '',
        database: Database ?? '',
        message: Message ?? '',
      }))
      .sort((a, b) => b.at.localeCompare(a.at)),
  };
}
