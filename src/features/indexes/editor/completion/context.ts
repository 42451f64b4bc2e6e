/** What can be typed at a position in a map or a reduce, as far as a text shows it. Pure; it is not a parser. */

export type CompletionContext =
  /** The name of a collection, inside quotes or after `docs.`. */
  | { readonly kind: 'collection' }
  /** A member of a document: the path of members before it. */
  | { readonly kind: 'document-field'; readonly collection: string; readonly path: string }
  /** A member of a result of the maps. */
  | { readonly kind: 'output-field' }
  /** A member of the group in a reduce. */
  | { readonly kind: 'group-member' }
  | { readonly kind: 'field-option' }
  | { readonly kind: 'field-option-value'; readonly option: string }
  | { readonly kind: 'global' }
  | { readonly kind: 'none' };

type Source =
  | { readonly kind: 'document'; readonly collection: string; readonly path: string }
  | { readonly kind: 'output' }
  | { readonly kind: 'group' };

export function contextAt(
  text: string,
  offset: number,
  part: 'map' | 'reduce' | 'source',
): CompletionContext {
  const before = text.slice(0, offset);
  if (/(?:\bmap\(\s*|\bload\([^()'"]*,\s*)(['"])[^'"\n]*$/.test(before)) return { kind: 'collection' };
  if (/\bdocs\.\w*$/.test(before)) return { kind: 'collection' };
  const options = /\bcreateField\([^{}]*\{([^{}]*)$/i.exec(before)?.[1];
  if (options !== undefined) return optionContext(options);
  const member = /([A-Za-z_$][\w$]*)((?:\s*\??\.\s*[A-Za-z_$][\w$]*)*)\s*\??\.\s*[\w$]*$/.exec(before);
  if (member) return memberContext(text, member[1] ?? '', (member[2] ?? '').replaceAll(/[\s?]/g, ''), part);
  const inString = (before.slice(before.lastIndexOf('\n') + 1).match(/(?<!\\)['"`]/g) ?? []).length % 2 === 1;
  return inString ? { kind: 'none' } : { kind: 'global' };
}

function optionContext(options: string): CompletionContext {
  const value = /(\w+)\s*:\s*(['"]?)[\w]*$/.exec(options);
  if (value) return { kind: 'field-option-value', option: value[1] ?? '' };
  return { kind: 'field-option' };
}

/** `path` begins with a dot, or is empty. */
function memberContext(
  text: string,
  variable: string,
  path: string,
  part: 'map' | 'reduce' | 'source',
): CompletionContext {
  const source = sourcesIn(text, part).get(variable);
  if (source === undefined) return { kind: 'none' };
  if (source.kind === 'output') return path === '' ? { kind: 'output-field' } : { kind: 'none' };
  if (source.kind === 'group') {
    if (path === '') return { kind: 'group-member' };
    return /^\.[kK]ey$/.test(path) ? { kind: 'output-field' } : { kind: 'none' };
  }
  return {
    kind: 'document-field',
    collection: source.collection,
    path: (source.path + path).replace(/^\./, ''),
  };
}

const LISTS =
  'map|forEach|flatMap|filter|some|every|find|reduce|Select|SelectMany|Where|Any|All|Sum|Max|Min|First';

/** The documents and results that variables refer to. Later definitions of a name replace earlier ones. */
function sourcesIn(text: string, part: 'map' | 'reduce' | 'source'): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>();
  const document = (name: string | undefined, collection: string, path = '') => {
    if (name !== undefined) sources.set(name, { kind: 'document', collection, path });
  };
  if (part === 'reduce') {
    for (const [, name = ''] of text.matchAll(/\bgroupBy\(\s*\(?\s*([\w$]+)/g))
      sources.set(name, { kind: 'output' });
    for (const [, name = ''] of text.matchAll(/\baggregate\(\s*\(?\s*([\w$]+)/g))
      sources.set(name, { kind: 'group' });
    for (const [, , name = ''] of text.matchAll(/\.values\.reduce\(\s*\(\s*([\w$]+)\s*,\s*([\w$]+)/g))
      sources.set(name, { kind: 'output' });
    for (const [, name = ''] of text.matchAll(/\.values\.(?!reduce)\w+\(\s*\(?\s*([\w$]+)/g))
      sources.set(name, { kind: 'output' });
    for (const [, name = ''] of text.matchAll(/\bfrom\s+(\w+)\s+in\s+results\b/g))
      sources.set(name, { kind: 'output' });
    for (const [, name = ''] of text.matchAll(/\binto\s+(\w+)/g)) sources.set(name, { kind: 'group' });
    for (const [, name = ''] of text.matchAll(/\.(?:Sum|Max|Min|Average|Select|Count)\(\s*(\w+)\s*=>/g))
      sources.set(name, { kind: 'output' });
    return sources;
  }
  const maps = /\bmap\(\s*(['"])([^'"]+)\1\s*,\s*(?:function\s*\w*\s*)?\(?\s*([\w$]+)/g;
  for (const [, , collection = '', name] of text.matchAll(maps)) document(name, collection);
  for (const [, name, collection = ''] of text.matchAll(/\bfrom\s+(\w+)\s+in\s+docs\.(\w+)/g))
    document(name, collection);
  for (const [, collection = '', name] of text.matchAll(/\bdocs\.(\w+)\.\w+\(\s*\(?\s*(\w+)/g))
    document(name, collection);
  const loads =
    /\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:this\.)?(?:load|LoadDocument)\([^()]*,\s*['"]([^'"]+)['"]/g;
  for (const [, name, collection = ''] of text.matchAll(loads)) document(name, collection);
  const nested = new RegExp(
    `([A-Za-z_$][\\w$]*)((?:\\??\\.[A-Za-z_$][\\w$]*)+?)\\??\\.(?:${LISTS})\\(\\s*\\(?\\s*([\\w$]+)`,
    'g',
  );
  for (const [, owner = '', path = '', name] of text.matchAll(nested)) member(owner, path, name);
  for (const [, name, owner = '', path = ''] of text.matchAll(/\bfrom\s+(\w+)\s+in\s+(\w+)((?:\.\w+)+)/g))
    member(owner, path, name);
  return sources;

  function member(owner: string, path: string, name: string | undefined): void {
    const source = sources.get(owner);
    if (source?.kind === 'document' && owner !== 'docs')
      document(name, source.collection, `${source.path}${path.replaceAll('?', '')}`);
  }
}
