/** Removes secrets from log entries. Prefers removing too much. */

const REMOVED = '[removed]';

const secretName =
  /pass(word|phrase|wd)?$|^pwd$|secret|token|cookie|authorization|credential|api-?key|private-?key|^pfx$|^key$|^body$/i;

/** Copies any value without its secrets, limited in depth and length. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error)
    return redact(
      Object.assign({}, value, { name: value.name, message: value.message, stack: value.stack }),
      depth,
    );
  if (depth > 5) return '[deeper]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, 50).map((each) => redact(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && member !== undefined && member !== null ? REMOVED : redact(member, depth + 1),
    ]),
  );
}

const MAX_CHARACTERS = 4000;

const patterns: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(-----END [A-Z0-9 ]+-----|$)/g, `[PEM removed]`],
  // Names followed by a value, in headers, query strings and JSON.
  [
    /(["']?(?:[\w-]*(?:password|passphrase|passwd|pwd|secret|token|api[-_]?key))["']?\s*[=:]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s&,;"'}]+)/gi,
    `$1${REMOVED}`,
  ],
  [/((?:set-)?cookie["']?\s*:\s*)[^\r\n"]+/gi, `$1${REMOVED}`],
  [/((?:proxy-)?authorization["']?\s*[=:]\s*["']?)[^\r\n"']+/gi, `$1${REMOVED}`],
  [/\b(bearer|basic)\s+[\w+/=.~-]{8,}/gi, `$1 ${REMOVED}`],
  // user:password@ in a URL.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${REMOVED}@`],
  // The one-time address of serve mode.
  [/(\/enter\/)[\w-]+/g, `$1${REMOVED}`],
];

export function redactText(text: string): string {
  const cut =
    text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)` : text;
  return patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), cut);
}
