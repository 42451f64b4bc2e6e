/** Why the server chose an index: `POST /databases/{db}/queries?debug=explain`. It creates no index. */
import { z } from 'zod';
import type { DatabaseClient } from './client.ts';

export interface IndexChoice {
  /** The index that answers the query, or the closest one; null without any. */
  readonly index: string | null;
  /** Whether that index answers the query as it is; otherwise the server would build a new one. */
  readonly answers: boolean;
  /** The other indexes of the collection, each with every reason against it, as the server states them. */
  readonly rejected: readonly { readonly index: string; readonly reasons: readonly string[] }[];
}

const wire = z.looseObject({
  IndexName: z.string().nullish().catch(null),
  Results: z
    .array(
      z.looseObject({ Index: z.string().catch('(unnamed index)'), Reason: z.string().nullish().catch(null) }),
    )
    .nullish()
    .catch(null),
});

/** The server's name for no index at all. */
const NO_INDEX = 'Failure/None';

export async function explainIndexChoice(
  db: DatabaseClient,
  request: {
    readonly query: string;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly signal?: AbortSignal;
  },
): Promise<IndexChoice> {
  const answer = await db.read(wire, 'POST', '/queries', {
    json: { Query: request.query, QueryParameters: request.parameters },
    query: { debug: 'explain' },
    signal: request.signal,
  });
  const reasons = new Map<string, string[]>();
  for (const { Index, Reason } of answer.Results ?? []) {
    const known = reasons.get(Index) ?? [];
    if (Reason && !known.includes(Reason)) known.push(Reason);
    reasons.set(Index, known);
  }
  const name = answer.IndexName;
  const index = name === null || name === undefined || name === '' || name === NO_INDEX ? null : name;
  const answers = index !== null && !reasons.has(index);
  return { index, answers, rejected: [...reasons].map(([each, texts]) => ({ index: each, reasons: texts })) };
}
