/** Automatic indexes that replace each other: every new one indexes the whole collection. Pure, except for the memory. */
import type { AutoIndex } from '../../../protocol/auto-indexes.ts';
import { formatMs, pluralize } from '../../../ui/format.ts';
import type { Rule } from './rules.ts';

/** Replacements further apart are the normal life of a database. */
const WINDOW_MS = 10 * 60_000;

interface IndexName {
  readonly collection: string;
  readonly fields: ReadonlySet<string>;
  /** The grouping of a map-reduce index. */
  readonly group: string;
}

/** `Auto/Orders/ByCompanyAndFreight` in parts; undefined for other names. */
function readName(name: string): IndexName | undefined {
  const [, collection, fields, group] = /^Auto\/([^/]+)\/By(.+?)(?:ReducedBy(.+))?$/.exec(name) ?? [];
  if (collection === undefined || fields === undefined) return undefined;
  return { collection, fields: new Set(fields.split('And')), group: group ?? '' };
}

export const autoIndexChurn: Rule = ({ answer, autoIndexes }) => {
  const used = autoIndexes.find(({ name }) => name === answer.indexName);
  const wide = used && readName(used.name);
  // Also false for a missing time, which is NaN.
  if (!used || !wide || !(used.queried - used.created <= WINDOW_MS)) return [];
  const replaced = autoIndexes
    .filter((index) => isReplaced(index, used, wide))
    .sort((a, b) => a.created - b.created);
  const [first] = replaced;
  if (!first) return [];
  const names = replaced.map(({ name }) => name).join(', ');
  const time = formatMs(used.created - first.created);
  return [
    {
      id: 'auto-index-churn',
      title:
        replaced.length === 1
          ? `A query widened the automatic index of ${wide.collection}`
          : `The automatic indexes of ${wide.collection} are replaced again and again`,
      evidence: `${used.name} has all fields of ${names} and was created ${time} after ${replaced.length === 1 ? 'it' : 'the first of them'}. ${pluralize(replaced.length + 1, 'index', 'indexes')} indexed the whole collection.`,
      instead: `Run the query with all fields first, or define one static index with ${[...wide.fields].join(', ')}.`,
    },
  ];
};

function isReplaced(index: AutoIndex, used: AutoIndex, wide: IndexName): boolean {
  const name = readName(index.name);
  const age = used.created - index.created;
  return (
    name?.collection === wide.collection &&
    name.group === wide.group &&
    name.fields.size < wide.fields.size &&
    [...name.fields].every((field) => wide.fields.has(field)) &&
    age > 0 &&
    age <= WINDOW_MS
  );
}

const MAX_SEEN = 200;
/** By connection and database: servers delete a replaced index within a minute. */
const seen = new Map<string, ReadonlyMap<string, AutoIndex>>();

/** The indexes with those that were listed earlier in this window. */
export function withSeenIndexes(database: string, listed: readonly AutoIndex[]): readonly AutoIndex[] {
  const all = new Map(seen.get(database));
  for (const index of listed) {
    // Inserted again, so that the newest are last.
    all.delete(index.name);
    all.set(index.name, index);
  }
  const kept = [...all].slice(-MAX_SEEN);
  seen.set(database, new Map(kept));
  return kept.map(([, index]) => index);
}
