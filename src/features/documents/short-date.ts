/**
 * A date as clients write it (`2025-10-29T23:52:01.7150000Z`), short enough for a table: zeros that say nothing are left
 * out, nothing is converted. Undefined for any other text; the exact text is one hover away.
 */
export function shortDate(text: string): string | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (!match) return undefined;
  const [, day = '', minute = '', second = '', zone = ''] = match;
  const time = `${minute}${second === ':00' ? '' : second}`;
  return time === '00:00' ? day : `${day} ${time}${zone === 'Z' ? ' Z' : zone}`;
}
