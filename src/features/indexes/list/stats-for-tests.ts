import type { IndexStats } from '../../../protocol/index-stats.ts';

/** A map index that is up to date, apart from what the test names. */
export function indexStats(part: Partial<IndexStats> & { readonly name: string }): IndexStats {
  return {
    type: 'Map',
    state: 'Normal',
    status: 'Running',
    priority: 'Normal',
    lockMode: 'Unlock',
    sourceType: 'Documents',
    engine: 'Corax',
    isStale: false,
    isInvalid: false,
    isTest: false,
    entries: 10,
    errors: 0,
    mapAttempts: 10,
    mapErrors: 0,
    collections: ['Orders'],
    referencedCollections: [],
    outputCollection: null,
    etagLag: 0,
    lastQuery: null,
    lastIndexing: null,
    created: null,
    ...part,
  };
}
