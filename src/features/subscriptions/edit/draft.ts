/** What the form holds, as what is sent. Pure. */
import type { Subscription, SubscriptionDefinition } from '../../../protocol/subscriptions.ts';
import { readChangeVector } from '../../../protocol/change-vector.ts';
import { archivedBehaviors } from '../../../protocol/subscriptions.ts';
import type { Draft } from '../subscriptions-state.ts';

export function draftOf(stored: Subscription): Draft {
  return {
    edited: stored.name,
    name: stored.name,
    query: stored.query,
    start: 'DoNotChange',
    vector: stored.startsAfter ?? '',
    archived: stored.archived ?? archivedBehaviors[0],
  };
}

export function startingPoint({ start, vector }: Draft): string {
  return start === 'vector' ? vector.trim() : start;
}

/** Where the test of this draft begins: a test does not know `DoNotChange`. */
export function testedFrom(draft: Draft, stored: Pick<Subscription, 'startsAfter'> | undefined): string {
  const point = startingPoint(draft);
  return point === 'DoNotChange' ? (stored?.startsAfter ?? 'BeginningOfTime') : point;
}

export function definitionOf(draft: Draft): SubscriptionDefinition {
  const name = draft.name.trim();
  return {
    name: name === '' ? null : name,
    query: draft.query,
    startingPoint: startingPoint(draft),
    archived: draft.archived,
  };
}

/** Why it cannot be tested; undefined when it can. */
export function testProblem(draft: Draft): string | undefined {
  if (draft.query.trim() === '') return 'Enter a query.';
  if (draft.start === 'vector' && readChangeVector(draft.vector).size === 0)
    return 'Enter a change vector, such as A:12-id.';
  return undefined;
}

/** Why it cannot be saved; undefined when it can. */
export function saveProblem(
  draft: Draft,
  stored: Subscription | undefined,
  names: readonly string[],
): string | undefined {
  const problem = testProblem(draft);
  if (problem !== undefined) return problem;
  if (draft.edited !== null) {
    if (stored === undefined) return `${draft.edited} was deleted meanwhile.`;
    return isChanged(draft, stored) ? undefined : 'Nothing is changed.';
  }
  // The server compares names without regard to case.
  const name = draft.name.trim().toLowerCase();
  return names.some((each) => each.toLowerCase() === name) ? `${draft.name.trim()} exists.` : undefined;
}

/** Whether closing the form would lose something. */
export function isChanged(draft: Draft, stored: Subscription | undefined): boolean {
  if (draft.edited === null) return draft.query.trim() !== '' || draft.name.trim() !== '';
  if (stored === undefined) return true;
  const before = draftOf(stored);
  return draft.query !== before.query || draft.archived !== before.archived || draft.start !== 'DoNotChange';
}
