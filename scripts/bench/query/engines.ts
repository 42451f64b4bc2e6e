/** Settings of a database on RavenDB that decide which engine its indexes use. */
export const engineSettings = (engine: 'Corax' | 'Lucene'): Record<string, string> => ({
  'Indexing.Auto.SearchEngineType': engine,
  'Indexing.Static.SearchEngineType': engine,
});
