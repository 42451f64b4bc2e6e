/** Whether two databases replicate to each other, as their change vectors show. Pure. */
import type { DatabaseStats } from '../../../protocol/stats.ts';
import type { Both } from './reading.ts';

/** `A:21-id, B:5-id` as etags by database id. Unknown parts are left out. */
export function readChangeVector(text: string | null): ReadonlyMap<string, number> {
  const etags = new Map<string, number>();
  for (const part of (text ?? '').split(',')) {
    const [, etag, id] = /^\s*[A-Z]+:(\d+)-(\S+)\s*$/.exec(part) ?? [];
    if (etag !== undefined && id !== undefined) etags.set(id, Number(etag));
  }
  return etags;
}

export type Relation =
  | { readonly kind: 'independent' }
  /** Changes of the other side that a side has not received. 0 on both: each claims to be current. */
  | { readonly kind: 'replicated'; readonly missing: Both<number> };

/** Databases that share no entry never exchanged changes. */
export function relationOf({ left, right }: Both<DatabaseStats>): Relation {
  const [one, other] = [readChangeVector(left.changeVector), readChangeVector(right.changeVector)];
  if (![...one.keys()].some((id) => other.has(id))) return { kind: 'independent' };
  return { kind: 'replicated', missing: { left: missingIn(one, other), right: missingIn(other, one) } };
}

function missingIn(own: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let missing = 0;
  for (const [id, etag] of other) missing += Math.max(0, etag - (own.get(id) ?? 0));
  return missing;
}
