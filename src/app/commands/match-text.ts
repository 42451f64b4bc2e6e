/** Fuzzy search: ranked matches with the matched letters. */
import UFuzzy from '@leeoniya/ufuzzy';

export interface Match<T> {
  readonly item: T;
  /** Pairs of start and end in the displayed text, rendered bold. */
  readonly ranges: readonly number[];
}

// In a word of four or more letters, one letter may be missing, wrong, doubled or swapped.
// eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- an ambient const enum has no value to name
const fuzzy = new UFuzzy({ intraMode: 1, intraIns: 1 });

/** Returns all items in order for an empty query. `textOf` returns the displayed text first, then keywords. */
export function matchText<T>(
  items: readonly T[],
  typed: string,
  textOf: (item: T) => { readonly shown: string; readonly more?: string | undefined },
  most = 200,
): readonly Match<T>[] {
  const needle = typed.trim();
  if (needle === '') return items.slice(0, most).map((item) => ({ item, ranges: [] }));
  const texts = items.map((item) => {
    const { shown, more } = textOf(item);
    return { shown, all: more === undefined || more === '' ? shown : `${shown} ${more}` };
  });
  // Words match in any order: "database create" finds "Create database…".
  const [found, info, order] = fuzzy.search(
    texts.map(({ all }) => all),
    needle,
    1,
    1000,
  );
  if (found === null) return [];
  const indexOf = (place: number): number => (info ? info.idx[place] : found[place]) ?? -1;
  const words = wordsOf(needle);
  // Stable: matches of the same kind keep the order of the fuzzy search.
  const places = (order ?? found.map((_, place) => place))
    .map((place) => ({ place, kind: kindOf(texts[indexOf(place)], words) }))
    .sort((a, b) => a.kind - b.kind)
    .map(({ place }) => place);
  const matches: Match<T>[] = [];
  for (const place of places) {
    const item = items[indexOf(place)];
    const shown = texts[indexOf(place)]?.shown;
    if (item === undefined || shown === undefined) continue;
    const ranges = (info?.ranges[place] ?? []).filter((at) => at <= shown.length);
    matches.push({ item, ranges: ranges.length % 2 === 0 ? ranges : ranges.slice(0, -1) });
    if (matches.length === most) break;
  }
  return matches;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Words that begin as typed come before words that contain it: "order" is not about a folder. */
function kindOf(
  text: { readonly shown: string; readonly all: string } | undefined,
  typed: readonly string[],
): number {
  const begin = (candidate: string): boolean => {
    const words = wordsOf(candidate);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  };
  if (text === undefined) return 3;
  if (begin(text.shown)) return 0;
  return begin(text.all) ? 1 : 2;
}
