/** One run of a test of Playwright. */
export interface TimedTest {
  readonly project: string;
  /** Relative to the test folder. */
  readonly file: string;
  /** With all tries, ms. */
  readonly duration: number;
}

/** The files that took the longest, a line each: where the time of the stage is. */
export function slowestFiles(tests: readonly TimedTest[], most = 15): string[] {
  const files = new Map<string, { duration: number; count: number }>();
  for (const { project, file, duration } of tests) {
    const name = `[${project}] ${file}`;
    const known = files.get(name) ?? { duration: 0, count: 0 };
    files.set(name, { duration: known.duration + duration, count: known.count + 1 });
  }
  return [...files]
    .sort(([, a], [, b]) => b.duration - a.duration)
    .slice(0, most)
    .map(
      ([name, { duration, count }]) =>
        `${(duration / 1000).toFixed(0).padStart(5)} s  ${name} (${count} ${count === 1 ? 'test' : 'tests'})`,
    );
}
