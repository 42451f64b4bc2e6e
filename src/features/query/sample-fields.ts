/** Field paths found in a few documents. Pure. */
import { isJsonObject, type JsonObject } from '../../protocol/queries.ts';

const MAX_DEPTH = 4;
const MAX_FIELDS = 300;

/**
 * `ShipTo`, `ShipTo.City`, `Lines`, `Lines.Quantity`: members of objects in an array are listed under the array's
 * name, as in RQL.
 */
export function fieldPaths(documents: readonly JsonObject[]): string[] {
  const paths = new Set<string>();
  for (const document of documents) collect(document, '', 1);
  return [...paths];

  function collect(value: unknown, prefix: string, depth: number) {
    if (depth > MAX_DEPTH || paths.size >= MAX_FIELDS) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) collect(item, prefix, depth);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (prefix === '' && name === '@metadata') continue;
      const path = prefix === '' ? name : `${prefix}.${name}`;
      paths.add(path);
      collect(member, path, depth + 1);
    }
  }
}
