const two = (value: number): string => String(value).padStart(2, '0');

/** `14:53:41.997`, local; a dash when unknown. */
export function timeOfDay(ms: number): string {
  if (Number.isNaN(ms)) return '–';
  const at = new Date(ms);
  const thousandths = String(at.getMilliseconds()).padStart(3, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${thousandths}`;
}
