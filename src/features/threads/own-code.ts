/** Detects frames of own code, and shortens frame names. Pure. */

const own = /^(?:(?:raven|voron|sparrow|corax)\b|rookery)/i;

/** `Raven.Server.…`, `Voron.…`, `rookery_engine::…`; a Rust method on one of our types matches too. */
export function isOwnFrame(frame: string): boolean {
  return own.test(frame) || /^<(?:dyn |&|\*\w+ )*rookery/i.test(frame);
}

/**
 * The last two segments without arguments: `JournalWriter.Write`, `journal::append`. Other frames (an address, a
 * library with an offset) stay unchanged.
 */
export function shortFrame(frame: string): string {
  const named = frame.replace(/^\[.*?\]\s*/, '');
  const plain = withoutBrackets(named);
  const separator = plain.includes('::') ? '::' : '.';
  if (plain === '') return frame;
  if (/^0x|\+0x/.test(plain)) return plain;
  // Removes bracketed text between two separators: `node::(anonymous namespace)::Worker`.
  const parts = plain.split(separator).filter((part) => part !== '');
  if (parts.length < 3) return separator === '::' ? parts.join(separator) : plain;
  return parts.slice(-2).join(separator);
}

/**
 * Drops arguments and generic parameters, also nested: `Map<K, V>.Add(K, V)` → `Map.Add`. Rust writes a trait
 * method as `<Type as Trait>::method`: the type stays and the trait is dropped.
 */
function withoutBrackets(text: string): string {
  let out = '';
  let depth = 0;
  let inTrait = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '<' && depth === 0 && out === '') continue;
    if ('(<['.includes(character)) depth++;
    else if (character === '>' && depth === 0) inTrait = false;
    else if (')>]'.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && text.startsWith(' as ', i)) inTrait = true;
    if (depth === 0 && !inTrait && !'()<>[]'.includes(character)) out += character;
  }
  return out.trim();
}
