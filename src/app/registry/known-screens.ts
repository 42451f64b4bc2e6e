/** The ids of all screens, so that a feature offers a link to another screen only where that exists. */
const known = new Set<string>();

export function registerScreens(ids: readonly string[]): void {
  for (const id of ids) known.add(id);
}

export function isScreenRegistered(id: string): boolean {
  return known.has(id);
}
