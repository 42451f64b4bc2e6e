/** Fields of other documents that hold ids like one document's: where to search for references to it. Pure. */
import type { JsonObject } from '../../../protocol/queries.ts';
import { rqlPath, rqlText } from '../../../protocol/rql-text.ts';

export interface ReferenceField {
  /** Names with a dot between, `[]` after a list: `Lines[].Product`, `Ship To`. */
  readonly path: string;
  /** Values in the sample that have the form of the id. */
  readonly alike: number;
  /** Of these, the id itself. */
  readonly exact: number;
}

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** A name that a path holds in quotes. */
const quotableName = /^[^.[\]'"\\]+$/;
const MAX_DEPTH = 20;

/** The part of an id that documents of one collection have in common: `orders/` of `orders/1-A`. */
export function idPrefix(id: string): string {
  return id.slice(0, id.lastIndexOf('/') + 1);
}

/** Fields with an exact match first, then those with most values alike. */
export function referenceFields(documents: readonly JsonObject[], id: string): readonly ReferenceField[] {
  const prefix = idPrefix(id).toLowerCase();
  const wanted = id.toLowerCase();
  const found = new Map<string, { alike: number; exact: number }>();
  const visit = (value: unknown, path: string, depth: number): void => {
    if (typeof value === 'string') {
      const text = value.toLowerCase();
      const exact = text === wanted;
      if (!exact && (prefix === '' || !text.startsWith(prefix) || text.length === prefix.length)) return;
      const counts = found.get(path) ?? { alike: 0, exact: 0 };
      found.set(path, { alike: counts.alike + 1, exact: counts.exact + (exact ? 1 : 0) });
    } else if (depth >= MAX_DEPTH) return;
    else if (Array.isArray(value)) {
      for (const item of value) visit(item, path.endsWith('[]') ? path : `${path}[]`, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value))
        if (quotableName.test(name)) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  };
  for (const document of documents)
    for (const [name, value] of Object.entries(document)) if (isSearched(name, value)) visit(value, name, 1);
  return [...found]
    .map(([path, counts]) => ({ path, ...counts }))
    .sort((a, b) => b.exact - a.exact || b.alike - a.alike || a.path.localeCompare(b.path));
}

/**
 * RavenDB finds nothing in objects and lists below a first name in quotes (measured on 7.1.5); quotes after the first
 * name have no such limit.
 */
function isSearched(name: string, value: unknown): boolean {
  return plainName.test(name) || (typeof value === 'string' && quotableName.test(name));
}

function conditionPath(path: string): string {
  const [first = '', ...rest] = path.split('.');
  const quoted = rest.map((part) => {
    const name = part.replace(/\[\]$/, '');
    return plainName.test(name) ? part : `${rqlText(name)}${part.slice(name.length)}`;
  });
  return [rqlPath(first), ...quoted].join('.');
}

/** The documents of a collection whose field holds the id. */
export function referenceQuery(collection: string, path: string, id: string): string {
  return `from ${rqlText(collection)}\nwhere ${conditionPath(path)} = ${rqlText(id)}`;
}
