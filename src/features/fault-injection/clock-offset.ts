/** An offset in seconds as a number of the largest unit that divides it. */
export type OffsetUnit = 'minutes' | 'hours' | 'days';

export const secondsOf: Readonly<Record<OffsetUnit, number>> = { minutes: 60, hours: 3_600, days: 86_400 };

export const offsetUnits: readonly { readonly value: OffsetUnit; readonly label: string }[] = [
  { value: 'minutes', label: 'minutes' },
  { value: 'hours', label: 'hours' },
  { value: 'days', label: 'days' },
];

export function splitOffset(seconds: number): { readonly count: number; readonly unit: OffsetUnit } {
  const unit = (['days', 'hours'] as const).find((each) => seconds !== 0 && seconds % secondsOf[each] === 0);
  return {
    count: seconds / secondsOf[unit ?? 'minutes'],
    unit: unit ?? (seconds === 0 ? 'days' : 'minutes'),
  };
}
