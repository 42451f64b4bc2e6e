/** JSON schemas of single models: completion and warnings of Monaco's JSON mode. */
import { loadJsonDefaults } from './load-monaco.ts';

const schemas = new Map<string, object>();

/** Assigns a schema to a model; the returned function removes it. */
export function assignJsonSchema(modelUri: string, schema: object): () => void {
  schemas.set(modelUri, schema);
  void apply();
  return () => {
    if (schemas.get(modelUri) !== schema) return;
    schemas.delete(modelUri);
    void apply();
  };
}

/** The options hold the schemas of all models. A violated schema is a warning: see monaco.ts. */
async function apply(): Promise<void> {
  const defaults = await loadJsonDefaults();
  defaults.setDiagnosticsOptions({
    ...defaults.diagnosticsOptions,
    schemas: [...schemas].map(([uri, schema]) => ({ uri: `${uri}/schema`, fileMatch: [uri], schema })),
  });
}
