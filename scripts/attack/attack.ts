import type { ServerConnection } from '../../src/contract/index.ts';
import type { RookerydTarget } from './rookeryd-target.ts';
import type { ServedTarget } from './served-target.ts';

/** The content of `connections.json`. */
export interface StoredConnections {
  readonly connections: readonly ServerConnection[];
}

/** How much an attack does: `short` is part of `npm test`, `full` is `npm run attack`. */
export type Size = 'short' | 'full';

export interface AttackEnvironment {
  readonly size: Size;
  /** A fresh `rookeryd` with its own data folder. An attack may end it; then the next attack gets a new one. */
  rookeryd(args?: readonly string[]): Promise<RookerydTarget>;
  /** A fresh `serve` with its own data folder, and in it what a person stored before. */
  served(args?: readonly string[], stored?: StoredConnections): Promise<ServedTarget>;
  /** A folder that is removed at the end. */
  folder(): Promise<string>;
}

export interface Outcome {
  readonly held: boolean;
  /** What happened, when it did not hold; a figure or two otherwise. */
  readonly detail?: string;
  /** The attack cannot be carried out here; neither held nor broken. */
  readonly skipped?: string;
}

export interface Attack {
  /** Stable, kebab-case: the name in the JSON line. */
  readonly name: string;
  run(environment: AttackEnvironment): Promise<Outcome>;
}

export const held = (detail?: string): Outcome => ({
  held: true,
  ...(detail === undefined ? {} : { detail }),
});
export const broken = (detail: string): Outcome => ({ held: false, detail });
export const skipped = (reason: string): Outcome => ({ held: true, skipped: reason });

/** The first detail that shows a success of the attacker, or `held`. */
export function firstBreach(breaches: readonly (string | undefined)[], figures?: string): Outcome {
  const found = breaches.find((each) => each !== undefined);
  return found === undefined ? held(figures) : broken(found);
}
