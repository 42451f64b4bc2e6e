/** `1,204 rows`. */
export function countOf(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

/** What a file holds: rows, or the bytes of a dump. */
export function amountOf({ rows, bytes }: { readonly rows: number; readonly bytes: number }): string {
  if (rows > 0 || bytes === 0) return countOf(rows);
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / 1024 / 1024)} MB`;
}
