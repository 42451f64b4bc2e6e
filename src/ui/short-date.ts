/**
 * A client date (`2025-10-29T23:52:01.7150000Z`) in short form for a table: without trailing zeros, not converted.
 * Undefined for any other text; the tooltip shows the exact text.
 */
export function shortDate(text: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (!match) return undefined;
  const [, day = '', minute = '', second = '', zone = ''] = match;
  const time = `${minute}${second === ':00' ? '' : second}`;
  return time === '00:00' ? day : `${day} ${time}${zone === 'Z' ? ' Z' : zone}`;
}
