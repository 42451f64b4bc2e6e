/** The fields that the maps of an index return, as far as their text shows them. Pure. */

/** The members of the objects after `=> ({`, `return {` and `select new {`. */
export function outputFields(maps: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const map of maps)
    for (const start of starts(map)) for (const name of membersAt(map, start)) names.add(name);
  return [...names];
}

function starts(map: string): number[] {
  const openings = /(?:=>\s*\(\s*|return\s*\(?\s*|select\s+new\s*)\{/g;
  return [...map.matchAll(openings)].map((match) => match.index + match[0].length);
}

/** Members up to the closing brace: `Name: value`, `Name = value`, `Name` and `document.Name`. */
function membersAt(text: string, start: number): string[] {
  const names: string[] = [];
  let depth = 0;
  let member = '';
  let quote = '';
  for (const c of text.slice(start)) {
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'" || c === '`') quote = c;
    else if ('({['.includes(c)) depth++;
    else if (')}]'.includes(c) && --depth < 0) break;
    else if (c === ',' && depth === 0) {
      names.push(...nameOf(member));
      member = '';
      continue;
    }
    member += c;
  }
  names.push(...nameOf(member));
  return names;
}

function nameOf(member: string): string[] {
  const given = /^\s*["']?([A-Za-z_$][\w$]*)["']?\s*[:=](?![=>])/.exec(member)?.[1];
  const implied = /^\s*(?:[\w$]+\.)*([A-Za-z_$][\w$]*)\s*$/.exec(member)?.[1];
  const name = given ?? implied;
  return name === undefined || name === '_' ? [] : [name];
}
