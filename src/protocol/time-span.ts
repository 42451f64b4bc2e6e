/** .NET's text format of a duration: `[-][d.]hh:mm:ss[.fffffff]`. */
const pattern = /^(-)?(?:(\d+)\.)?(\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?)$/;

/** Milliseconds; null for an invalid text. */
export function readTimeSpan(text: string): number | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return ((sign ? -1 : 1) * Math.round(total * 1_000_000)) / 1000;
}
