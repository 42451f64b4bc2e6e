/** Names of databases that hold a reproduction. Pure. */
import { databaseNameProblem } from '../../../protocol/databases.ts';

const SUFFIX = '-repro';
const MAX_LENGTH = 128;

/** `shop-repro`, `shop-repro-2` …: the first name that no database has. */
export function proposedName(source: string, existing: readonly string[]): string {
  const used = new Set(existing.map((name) => name.toLowerCase()));
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? SUFFIX : `${SUFFIX}-${count}`;
    const name = source.slice(0, MAX_LENGTH - suffix.length) + suffix;
    if (!used.has(name.toLowerCase())) return name;
  }
}

/** Null for a valid new name. */
export function newNameProblem(name: string, existing: readonly string[]): string | null {
  if (existing.some((each) => each.toLowerCase() === name.toLowerCase()))
    return `The sandbox already has a database ${name}. Choose another name.`;
  return databaseNameProblem(name);
}
