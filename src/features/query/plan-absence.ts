/** Why there is no plan to show, in words. Pure. */
import type { QueryAnswer, TimingSpan } from '../../protocol/queries.ts';

export interface Absence {
  readonly title: string;
  readonly text: string;
  /** Whether running again with timings would bring the plan. */
  readonly offerTimings: boolean;
}

export function planAbsence(answer: QueryAnswer): Absence {
  if (answer.timings === null)
    return {
      title: 'No plan was asked for',
      text: 'The server tells its plan together with the timings. Running the query again with include timings() brings both.',
      offerTimings: true,
    };
  if (isCollectionRead(answer.indexName))
    return {
      title: 'This query needs no plan',
      text: 'Documents were read straight from their collection, by id or in the order they were written. No index and no operator was involved.',
      offerTimings: false,
    };
  if (contains(answer.timings, 'Lucene'))
    return {
      title: 'Lucene tells no plan',
      text: `The index ${answer.indexName} uses the Lucene search engine, which does not draw up a plan. An index that uses Corax does; the engine is chosen in the index's settings (Indexing.Auto.SearchEngineType for automatic indexes).`,
      offerTimings: false,
    };
  return {
    title: 'The server told no plan',
    text: 'It sent timings without one. Plans come from RavenDB 6.0 on, for indexes that use Corax, and not for every kind of query.',
    offerTimings: false,
  };
}

export function isCollectionRead(indexName: string): boolean {
  return indexName.startsWith('collection/') || indexName === 'AllDocs' || indexName === '@all_docs';
}

function contains(span: TimingSpan, name: string): boolean {
  return span.name === name || span.children.some((child) => contains(child, name));
}
