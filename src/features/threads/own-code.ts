/** Which frames are the product's own, and how a frame is written short. Pure. */

const own = /^(?:(?:raven|voron|sparrow|corax)\b|rookery)/i;

/** `Raven.Server.…`, `Voron.…`, `rookery_engine::…`; a Rust method on one of our types counts too. */
export function isOwnFrame(frame: string): boolean {
  return own.test(frame) || /^<(?:dyn |&|\*\w+ )*rookery/i.test(frame);
}

/**
 * The last two segments without arguments: `JournalWriter.Write`, `journal::append`. What cannot be taken apart
 * (an address, a library with an offset) stays whole.
 */
export function shortFrame(frame: string): string {
  const named = frame.replace(/^\[.*?\]\s*/, '');
  const plain = withoutBrackets(named);
  const separator = plain.includes('::') ? '::' : '.';
  const parts = plain.split(separator).filter((part) => part !== '');
  if (parts.length < 3 || /^0x|\+0x/.test(plain)) return plain === '' ? frame : plain;
  return parts.slice(-2).join(separator);
}

/** Drops arguments and generic parameters, nested ones too: `Map<K, V>.Add(K, V)` → `Map.Add`. */
function withoutBrackets(text: string): string {
  let out = '';
  let depth = 0;
  for (const character of text) {
    if (character === '(' || character === '<' || character === '[') {
      // Rust writes `<T as Trait>::method`: dropping the type would leave a bare `method`.
      if (depth === 0 && out === '' && character === '<') continue;
      depth++;
    } else if (character === ')' || character === '>' || character === ']') {
      if (depth > 0) depth--;
    } else if (depth === 0) out += character;
  }
  return out.trim();
}
