/** Whether two databases replicate to each other, as their change vectors show. Pure. */
import { changesMissing, readChangeVector } from '../../../protocol/change-vector.ts';
import type { DatabaseStats } from '../../../protocol/stats.ts';
import type { Both } from './reading.ts';

export type Relation =
  | { readonly kind: 'independent' }
  /** Changes of the other side that a side has not received. 0 on both: each claims to be current. */
  | { readonly kind: 'replicated'; readonly missing: Both<number> };

/** Databases that share no entry never exchanged changes. */
export function relationOf({ left, right }: Both<DatabaseStats>): Relation {
  const [one, other] = [readChangeVector(left.changeVector), readChangeVector(right.changeVector)];
  if (![...one.keys()].some((id) => other.has(id))) return { kind: 'independent' };
  return {
    kind: 'replicated',
    missing: { left: changesMissing(one, other), right: changesMissing(other, one) },
  };
}
