/**
 * Parses JSON bodies that the policy judges. The judged value is serialised again and sent instead of the page's
 * text.
 */

/**
 * Undefined when the text is not JSON, or when parsing and serialising could change it: RavenDB keeps more digits
 * than JavaScript numbers.
 */
export function readJsonBody(body: string): { readonly value: unknown } | undefined {
  if (!numbersSurvive(body)) return undefined;
  try {
    return { value: JSON.parse(body) as unknown };
  } catch {
    // The caller reports that the body is unreadable.
    return undefined;
  }
}

/** Checks the text between the strings. False also for an unterminated string. */
function numbersSurvive(body: string): boolean {
  for (let at = 0; ;) {
    const quote = body.indexOf('"', at);
    const outside = body.slice(at, quote < 0 ? undefined : quote);
    for (const [token] of outside.matchAll(/\d[\d.eE+-]*/g)) if (!survives(token)) return false;
    if (quote < 0) return true;
    at = endOfString(body, quote);
    if (at < 0) return false;
  }
}

/** The place behind the closing quote, or -1. A regular expression would run out of stack in a long string. */
function endOfString(body: string, quote: number): number {
  for (let end = body.indexOf('"', quote + 1); end >= 0; end = body.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (body[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return -1;
}

/** A double holds every decimal number of at most 15 digits. */
function survives(token: string): boolean {
  const [mantissa = ''] = token.split(/[eE]/);
  const digits = mantissa.replace('.', '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(token));
}
