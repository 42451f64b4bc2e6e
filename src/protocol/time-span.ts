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

/** Writes milliseconds as a TimeSpan; fractions of a second only where there are any. */
export function formatTimeSpan(ms: number): string {
  const ticks = Math.round(Math.abs(ms) * 10_000);
  const seconds = Math.floor(ticks / 10_000_000);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const clock = [(seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60].map(two).join(':');
  const rest = ticks % 10_000_000;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(7, '0')}`;
  return `${ms < 0 ? '-' : ''}${days === 0 ? '' : `${days}.`}${clock}${fraction}`;
}
