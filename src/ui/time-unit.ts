/** Units for durations that are entered as a number and a unit. */
export type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days';

export const SECONDS_IN: Readonly<Record<TimeUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
};

/** The first of the units, which descend, in which the duration is a whole number; else the last. */
export function wholeUnit<U extends TimeUnit>(seconds: number, units: readonly [U, ...U[]]): U {
  const [largest, ...others] = units;
  return units.find((unit) => seconds % SECONDS_IN[unit] === 0) ?? others.at(-1) ?? largest;
}

/** The units as options of a select. */
export function unitOptions<U extends TimeUnit>(
  units: readonly U[],
): readonly { readonly value: U; readonly label: string }[] {
  return units.map((unit) => ({ value: unit, label: unit }));
}
