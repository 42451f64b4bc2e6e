/**
 * The documents that a map loads: `load(o.Company, 'Companies')` in JavaScript, `LoadDocument(o.Company, "Companies")` in
 * C#. Only what the text states literally is recognised; anything computed is an unknown path or collection. Pure.
 */
export interface MapLoad {
  /** The collection that is loaded; null when it is computed. */
  readonly collection: string | null;
  /** The path of the id in the mapped document, as `Company` or `ShipTo.Contact`; null when it is computed. */
  readonly path: string | null;
}

export interface MapLoads {
  /** The collection that is mapped; null for all documents and for maps that are not recognised. */
  readonly source: string | null;
  readonly loads: readonly MapLoad[];
  /** Names of index fields that hold a path of the mapped document unchanged, by path. */
  readonly fields: ReadonlyMap<string, string>;
}

const identifier = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const csharpHead = new RegExp(String.raw`\bfrom\s+(${identifier})\s+in\s+docs(?:\.(${identifier}))?`, 'u');
const javascriptHead = new RegExp(
  String.raw`\bmap\s*\(\s*(?:(["'\x60])([^"'\x60]+)\1\s*,\s*)?(?:function\s*\w*\s*\(\s*(${identifier})|\(?\s*(${identifier})\s*\)?\s*=>)`,
  'u',
);
const call = /\b(?:load|LoadDocument)(?:<[^<>()]*>)?\s*\(([^,()]*)(?:,([^()]*))?\)/gu;
const anyCall = /\b(?:load|LoadDocument)(?:<[^<>()]*>)?\s*\(/gu;
const text = /^(["'`])([^"'`]*)\1$/;
/** Longer maps are not examined: the patterns take quadratic time on hostile texts. */
const MAX_LENGTH = 20_000;
const unreadable: MapLoads = { source: null, loads: [{ collection: null, path: null }], fields: new Map() };

export function mapLoads(map: string): MapLoads {
  if (map.length > MAX_LENGTH) return unreadable;
  const head = headOf(map);
  const found = [...map.matchAll(call)];
  const loads: MapLoad[] = found.map(([, id = '', collection = '']) => ({
    collection: text.exec(collection.trim())?.[2] ?? null,
    path: pathOf(id.trim(), head?.variable),
  }));
  // Arguments with calls or brackets inside are computed.
  for (let rest = [...map.matchAll(anyCall)].length - found.length; rest > 0; rest--)
    loads.push({ collection: null, path: null });
  return { source: head?.source ?? null, loads, fields: head ? copiedFields(map, head.variable) : new Map() };
}

interface MapHead {
  readonly variable: string;
  readonly source: string | null;
}

function headOf(map: string): MapHead | null {
  const csharp = csharpHead.exec(map);
  if (csharp) return { variable: csharp[1] ?? '', source: csharp[2] ?? null };
  const javascript = javascriptHead.exec(map);
  if (!javascript) return null;
  return { variable: javascript[3] ?? javascript[4] ?? '', source: javascript[2] ?? null };
}

function pathOf(expression: string, variable: string | undefined): string | null {
  if (variable === undefined || !expression.startsWith(`${variable}.`)) return null;
  const path = expression.slice(variable.length + 1);
  return new RegExp(`^${identifier}(?:\\.${identifier})*$`, 'u').test(path) ? path : null;
}

/** `Company: o.Company`, `Company = o.Company`, and in C# `o.Company`, which is named by its last part. */
function copiedFields(map: string, variable: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const own = variable.replaceAll('$', '\\$');
  const path = `${own}\\.(${identifier}(?:\\.${identifier})*)`;
  // After a bracket or comma: the last part of a conditional expression also follows a colon.
  const named = new RegExp(`(?<=[{,]\\s*["']?)(${identifier})["']?\\s*(?:=|:)\\s*${path}\\s*(?=[,}])`, 'gu');
  for (const [, field = '', from = ''] of map.matchAll(named)) fields.set(from, field);
  const unnamed = new RegExp(`^${path}$`, 'u');
  for (const [, body = ''] of map.matchAll(/\bnew\s*\{([^{}]*)\}/gu))
    for (const member of topLevelParts(body)) {
      const from = unnamed.exec(member.trim())?.[1];
      const field = from?.split('.').at(-1);
      if (from !== undefined && field !== undefined && !fields.has(from)) fields.set(from, field);
    }
  return fields;
}

/** The parts between commas that are not inside brackets. */
function topLevelParts(body: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < body.length; at++) {
    const char = body.charAt(at);
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (char === ',' && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, body.slice(start)];
}
