/** What a query loaded by `include`, as one list. Pure. */
import { member, type JsonNode } from '../../../protocol/json-text.ts';
import { isJsonObject, type QueryAnswer } from '../../../protocol/queries.ts';

export interface IncludedItem {
  readonly key: string;
  readonly kind: 'document' | 'counter' | 'revision' | 'time series';
  /** The id of the document that it is, or belongs to. */
  readonly id: string;
  /** The collection of a document, a counter with its value, the moment of a revision, the range of a time series. */
  readonly what: string;
  /** Where it is in the response. */
  readonly path: readonly (string | number)[];
}

export const INCLUDE_MEMBERS = [
  'Includes',
  'CounterIncludes',
  'RevisionIncludes',
  'TimeSeriesIncludes',
] as const;

/** Missing documents and counters are left out, or null. */
export function includedItems({
  includes,
  extras,
}: Pick<QueryAnswer, 'includes' | 'extras'>): readonly IncludedItem[] {
  const positions = new Map<string, number>();
  const items: Omit<IncludedItem, 'key'>[] = [
    ...Object.entries(includes).flatMap(([id, document]) =>
      isJsonObject(document)
        ? [{ kind: 'document' as const, id, what: collectionOf(document), path: ['Includes', id] }]
        : [],
    ),
    ...extras.counters.map(({ documentId, name, value }) => {
      const index = positions.get(documentId) ?? 0;
      positions.set(documentId, index + 1);
      return {
        kind: 'counter' as const,
        id: documentId,
        what: `${name}: ${value === null ? 'none' : value.toLocaleString('en')}`,
        path: ['CounterIncludes', documentId, index],
      };
    }),
    ...extras.revisions.map(({ documentId, changeVector, before }, index) => ({
      kind: 'revision' as const,
      id: documentId,
      what: before === null ? changeVector : `before ${before}`,
      path: ['RevisionIncludes', index],
    })),
    ...extras.timeSeries.map(({ documentId, name, range, from, to, entries }) => ({
      kind: 'time series' as const,
      id: documentId,
      what: `${name}: ${entries} ${entries === 1 ? 'entry' : 'entries'}, ${from ?? 'first'} to ${to ?? 'last'}`,
      path: ['TimeSeriesIncludes', documentId, name, range],
    })),
  ];
  return items.map((item) => ({ ...item, key: JSON.stringify(item.path) }));
}

function collectionOf(document: Readonly<Record<string, unknown>>): string {
  const metadata = document['@metadata'];
  const collection = isJsonObject(metadata) ? metadata['@collection'] : undefined;
  return typeof collection === 'string' ? collection : '';
}

export function nodeAt(root: JsonNode, path: readonly (string | number)[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(
    (node, step) =>
      typeof step === 'string'
        ? member(node, step)?.value
        : node?.kind === 'array'
          ? node.items[step]
          : undefined,
    root,
  );
}
