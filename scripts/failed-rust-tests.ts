/**
 * Crates whose tests depend on when other processes run: captures of stacks, a started rookeryd. The kernel schedules
 * those, so CI gives a failed test of theirs a second try, alone. A failure of the engine always counts.
 */
const secondTry: ReadonlySet<string> = new Set(['stackcap', 'server']);

export function hasSecondTry(
  crate: string,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return environment.CI !== undefined && secondTry.has(crate);
}

/** The names in the last list of failures that a Rust test program prints. */
export function failedRustTests(output: string): string[] {
  const list = output.slice(output.lastIndexOf('\nfailures:\n') + 1);
  return list.startsWith('failures:')
    ? [...list.matchAll(/^ {4}(\S+)$/gm)].map((match) => match[1] ?? '')
    : [];
}
