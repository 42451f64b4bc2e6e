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
  const places = order ?? found.map((_, place) => place);
  const matches: Match<T>[] = [];
  for (const place of places) {
    const index = info ? info.idx[place] : found[place];
    const item = index === undefined ? undefined : items[index];
    const shown = index === undefined ? undefined : texts[index]?.shown;
    if (item === undefined || shown === undefined) continue;
    const ranges = (info?.ranges[place] ?? []).filter((at) => at <= shown.length);
    matches.push({ item, ranges: ranges.length % 2 === 0 ? ranges : ranges.slice(0, -1) });
    if (matches.length === most) break;
  }
  return matches;
}
