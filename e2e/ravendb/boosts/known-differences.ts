/**
 * Conditions whose results have another order than on the server, by the value of `Title` in the map. The scores without a boost
 * differ there: Lucene multiplies by the part of the clauses that an entry meets, gives all matches of a prefix one score, and
 * counts frequencies in `in`; the sandbox (`native/rql/SEMANTICS.md`) does none of it.
 */
const both = "search(Title, 'apple') or search(Body, 'apple')";
const words = "search(Title, 'apple pear')";

const differences: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'Title = (x.Title + " " + x.Body).Boost(x.N)',
    ["search(Title, 'app*')", "Title in ('apple', 'kiwi')", "Code = 'Ca' or search(Title, 'apple')"],
  ],
  ['Title = x.Title.Boost(1)', [both]],
  ['Title = x.Title.Boost(0)', [both]],
  ['Title = x.Title.Boost(-2)', [both]],
  ['Title = x.N > 2 ? x.Title.Boost(5) : x.Title', [words]],
  ['Title: boost(x.Title, 0)', [both]],
  ['Title: boost(x.Title, NaN)', [both]],
  ['Title: boost(x.Title, x.N)', [words, both]],
]);

export function differencesOf(map: string): readonly string[] {
  for (const [title, conditions] of differences) if (map.includes(`${title},`)) return conditions;
  return [];
}
