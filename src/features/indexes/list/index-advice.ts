/** Indexes that cost writes and may not be needed: unused, duplicate, redundant, mergeable. Each with its evidence. Pure. */
import type { IndexOutline } from '../../../protocol/index-outlines.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { parseServerDate } from '../../../protocol/server-date.ts';
import { isAuto, replacedIndex } from './index-state.ts';
import { mapFields, type MapFields } from './map-fields.ts';

export interface Advice {
  readonly kind: 'unused' | 'duplicate' | 'redundant' | 'mergeable';
  readonly index: string;
  /** The index that does the same or more, or that it can be merged with. */
  readonly other: string | null;
  readonly evidence: string;
  /** All indexes that one index could replace, this one included; of a mergeable index. */
  readonly merge?: readonly string[];
}

const DAY_MS = 86_400_000;
/** Servers set the time of the last query when they create or load an index. */
const LOADED_MS = 2_000;

export interface AdviceOptions {
  /** Epoch ms. */
  readonly now: number;
  readonly unusedDays: number;
  readonly days: (count: number) => string;
}

export function findAdvice(
  stats: readonly IndexStats[],
  outlines: readonly IndexOutline[],
  options: AdviceOptions,
): readonly Advice[] {
  const own = stats.filter(({ name }) => replacedIndex(name) === null);
  const byName = new Map(own.map((index) => [index.name, index]));
  const known = outlines.filter(({ name }) => byName.has(name)).sort((a, b) => a.name.localeCompare(b.name));
  const repeated = duplicates(known);
  const without = (advice: readonly Advice[]): readonly IndexOutline[] => {
    const taken = new Set(advice.map(({ index }) => index));
    return known.filter(({ name }) => !taken.has(name));
  };
  const covered = redundant(without(repeated));
  return [
    ...repeated,
    ...covered,
    ...mergeable(without([...repeated, ...covered])),
    ...own.flatMap((index) => unused(index, options)),
  ];
}

function unused(index: IndexStats, { now, unusedDays, days }: AdviceOptions): readonly Advice[] {
  const created = parseServerDate(index.created ?? '');
  const query = parseServerDate(index.lastQuery ?? '');
  const age = Math.floor((now - created) / DAY_MS);
  // Also false for a missing date, which is NaN.
  if (!(age >= unusedDays)) return [];
  const advice = { kind: 'unused' as const, index: index.name, other: null };
  if (Number.isNaN(query) || query - created <= LOADED_MS)
    return [{ ...advice, evidence: `No query since it was created ${days(age)} ago.` }];
  const idle = Math.floor((now - query) / DAY_MS);
  return idle >= unusedDays ? [{ ...advice, evidence: `Last query ${days(idle)} ago.` }] : [];
}

/** The same maps, reduce, field options and configuration. Of several, the first by name is kept. */
function duplicates(outlines: readonly IndexOutline[]): readonly Advice[] {
  const kept = new Map<string, IndexOutline>();
  return outlines.flatMap((outline): readonly Advice[] => {
    const content = contentOf(outline);
    const first = kept.get(content);
    if (!first) {
      kept.set(content, outline);
      return [];
    }
    const evidence = 'Maps, reduce, field options and configuration are the same.';
    return [{ kind: 'duplicate', index: outline.name, other: first.name, evidence }];
  });
}

function contentOf({ type, maps, reduce, fields, rest }: IndexOutline): string {
  const text = (code: string): string => code.replaceAll(/\s+/g, ' ').trim();
  const options = [...fields].sort(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([type, maps.map(text).sort(), reduce === null ? null : text(reduce), options, rest]);
}

/** Map indexes whose fields another one has with the same expressions and options, over the same collection. */
function redundant(outlines: readonly IndexOutline[]): readonly Advice[] {
  const simple = simpleOnes(outlines);
  return simple.flatMap((small): readonly Advice[] => {
    const large = simple.find((other) => other !== small && covers(other, small));
    if (!large) return [];
    const names = [...small.fields.fields.keys()].join(', ');
    const evidence = `${large.outline.name} has its fields (${names}) over the same collection.`;
    return [{ kind: 'redundant', index: small.outline.name, other: large.outline.name, evidence }];
  });
}

/** Map indexes over the same collection that contradict each other in no field. Automatic ones are merged by the server. */
function mergeable(outlines: readonly IndexOutline[]): readonly Advice[] {
  const groups: Simple[][] = [];
  for (const each of simpleOnes(outlines.filter((outline) => !isAuto(outline)))) {
    const group = groups.find((members) => members.every((member) => isCompatible(member, each)));
    if (group) group.push(each);
    else groups.push([each]);
  }
  return groups.flatMap((group): readonly Advice[] => {
    const [first, ...others] = group;
    if (!first) return [];
    const merge = group.map(({ outline }) => outline.name);
    const names = [...new Set(group.flatMap(({ fields }) => [...fields.fields.keys()]))].join(', ');
    return others.map(({ outline }) => ({
      ...{ kind: 'mergeable' as const, index: outline.name, other: first.outline.name, merge },
      evidence: `Plain maps of ${first.fields.collection} with the same settings: one index with ${names} replaces ${merge.length}.`,
    }));
  });
}

function isCompatible(one: Simple, other: Simple): boolean {
  const { outline: a } = one;
  const { outline: b } = other;
  if (a.type !== b.type || a.rest !== b.rest) return false;
  if (one.fields.collection.toLowerCase() !== other.fields.collection.toLowerCase()) return false;
  const options = (outline: IndexOutline, field: string): string =>
    JSON.stringify(outline.fields.get(field) ?? {});
  if (options(a, '__all_fields') !== options(b, '__all_fields')) return false;
  return [...one.fields.fields].every(([field, expression]) => {
    const its = other.fields.fields.get(field);
    return its === undefined || (its === expression && options(a, field) === options(b, field));
  });
}

function simpleOnes(outlines: readonly IndexOutline[]): readonly Simple[] {
  return outlines.flatMap((outline) => {
    const [map] = outline.maps;
    const fields = map === undefined || outline.maps.length !== 1 ? null : mapFields(map);
    return fields === null || outline.reduce !== null || fields.fields.size === 0
      ? []
      : [{ outline, fields }];
  });
}

interface Simple {
  readonly outline: IndexOutline;
  readonly fields: MapFields;
}

function covers(large: Simple, small: Simple): boolean {
  if (isAuto(large.outline) !== isAuto(small.outline) || large.outline.rest !== small.outline.rest)
    return false;
  if (large.fields.collection.toLowerCase() !== small.fields.collection.toLowerCase()) return false;
  // Of two with the same fields, the first by name is kept.
  const surplus = large.fields.fields.size - small.fields.fields.size;
  if (surplus < 0 || (surplus === 0 && large.outline.name > small.outline.name)) return false;
  const options = ({ outline }: Simple, field: string): string =>
    JSON.stringify(outline.fields.get(field) ?? outline.fields.get('__all_fields') ?? {});
  // An automatic index lists variants as `search(Name)`, `exact(Name)`: the larger one must have them too.
  for (const variant of small.outline.fields.keys())
    if (variant.includes('(') && !large.outline.fields.has(variant)) return false;
  return [...small.fields.fields].every(
    ([field, expression]) =>
      large.fields.fields.get(field) === expression && options(large, field) === options(small, field),
  );
}
