/** Reads the JSON bodies that the policy judges. What is judged is written again and sent instead of the page's text. */

/**
 * Undefined when the text is not JSON, or when reading and writing it again could change it: RavenDB keeps more digits
 * than JavaScript's numbers do.
 */
export function readJsonBody(body: string): { readonly value: unknown } | undefined {
  for (const [token] of body.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g))
    if (!token.startsWith('"') && !survives(token)) return undefined;
  try {
    return { value: JSON.parse(body) as unknown };
  } catch {
    // The caller reports that the body is unreadable.
    return undefined;
  }
}

/** A double holds every decimal number of at most 15 digits. */
function survives(token: string): boolean {
  const [mantissa = ''] = token.split(/[eE]/);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 && Number.isFinite(Number(token));
}
