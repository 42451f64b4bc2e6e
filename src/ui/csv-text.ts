/** Comma-separated text with a heading (RFC 4180), for copying rows into a spreadsheet. */
export function csvText(
  heading: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [heading, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : csvField(value);
}

/** A text as a field. A spreadsheet runs one that starts like a formula; a leading apostrophe prevents it. */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
