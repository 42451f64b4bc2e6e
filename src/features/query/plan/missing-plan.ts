/** Explains why there is no plan. Pure. */
import type { QueryAnswer, TimingSpan } from '../../../protocol/queries.ts';

export interface MissingPlan {
  readonly title: string;
  readonly text: string;
  /** Whether running again with timings returns a plan. */
  readonly offerTimings: boolean;
}

export function explainMissingPlan(answer: QueryAnswer): MissingPlan {
  if (answer.timings === null)
    return {
      title: 'No query plan yet',
      text: 'The server returns the plan with the timings. Run the query with include timings() to get both.',
      offerTimings: true,
    };
  if (isCollectionRead(answer.indexName))
    return {
      title: 'No query plan for this query',
      text: 'A collection query reads documents directly, without an index or operators.',
      offerTimings: false,
    };
  if (contains(answer.timings, 'Lucene'))
    return {
      title: 'No query plan from Lucene',
      text: `The index ${answer.indexName} uses Lucene, which has no query plan. Corax has one: set the search engine in the index configuration (Indexing.Auto.SearchEngineType for auto-indexes).`,
      offerTimings: false,
    };
  return {
    title: 'No query plan from the server',
    text: 'The server returned timings without a plan. Plans need RavenDB 6.0 or later, a Corax index, and a supported query.',
    offerTimings: false,
  };
}

export function isCollectionRead(indexName: string): boolean {
  return indexName.startsWith('collection/') || indexName === 'AllDocs' || indexName === '@all_docs';
}

function contains(span: TimingSpan, name: string): boolean {
  return span.name === name || span.children.some((child) => contains(child, name));
}
