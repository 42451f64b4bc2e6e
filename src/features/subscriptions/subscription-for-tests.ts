import type { Subscription } from '../../protocol/subscriptions.ts';

/** A subscription of Orders that no worker has opened. */
export function subscriptionForTests(part: Partial<Subscription>): Subscription {
  return {
    id: 10,
    name: 's1',
    query: 'from Orders',
    startsAfter: null,
    isSharded: false,
    disabled: false,
    lastAcknowledged: Number.NaN,
    lastConnected: Number.NaN,
    preferredNode: null,
    archived: 'ExcludeArchived',
    connections: [],
    pending: [],
    raw: {},
    ...part,
  };
}
