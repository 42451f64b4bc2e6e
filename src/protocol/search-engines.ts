/** Which search engine answers a query: it decides which functions of RQL the server knows. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { getServerVersion, isRookery } from './server.ts';

const statsAnswer = z.looseObject({
  Results: z
    .array(
      z.looseObject({ Name: z.string(), Type: z.string().nullish(), SearchEngineType: z.string().nullish() }),
    )
    .nullish(),
});

export interface SearchEngines {
  /** Whether functions of both of RavenDB's engines are answered, as Rookery's engine does. */
  readonly answersBoth: boolean;
  /** `Corax` or `Lucene`, by the index's name in lower case. */
  readonly byIndex: ReadonlyMap<string, string>;
  /** The engine of automatic indexes, as far as there are any; RavenDB's default is Corax. */
  readonly automatic: string;
}

export async function getSearchEngines(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<SearchEngines> {
  const [version, stats] = await Promise.all([
    getServerVersion(db.server, options),
    db.read(statsAnswer, 'GET', '/indexes/stats', options),
  ]);
  const indexes = (stats.Results ?? []).map((index) => ({
    name: index.Name.toLowerCase(),
    automatic: index.Type?.startsWith('Auto') ?? false,
    engine: index.SearchEngineType ?? 'Corax',
  }));
  return {
    answersBoth: isRookery(version),
    byIndex: new Map(indexes.map(({ name, engine }) => [name, engine])),
    automatic: indexes.find(({ automatic }) => automatic)?.engine ?? 'Corax',
  };
}

/** `Corax` or `Lucene`. */
export function engineOf({ byIndex, automatic }: SearchEngines, index: string): string {
  return byIndex.get(index.toLowerCase()) ?? automatic;
}

/** Which functions of RQL the server knows in queries of `index`; null: of no named index. */
export function dialectOf(
  engines: SearchEngines | undefined,
  index: string | null,
): 'corax' | 'lucene' | 'sandbox' {
  if (engines?.answersBoth) return 'sandbox';
  const engine = index === null ? engines?.automatic : engines?.byIndex.get(index.toLowerCase());
  // Unknown engines count as the default one of RavenDB, which knows the fewest functions.
  return engine === 'Lucene' ? 'lucene' : 'corax';
}
