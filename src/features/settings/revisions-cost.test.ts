import { expect, it } from 'vitest';
import type { RevisionsRule } from '../../protocol/revisions.ts';
import { revisionsCosts } from './revisions-cost.ts';

const KEPT =
  'Existing revisions stay until their document is saved again. “Enforce configuration…” applies the limits to all documents.';
const orders = (rule: RevisionsRule) => ({ Collections: { Orders: rule } });

it('says that enabled revisions write one more copy, and grow without a limit', () => {
  expect(revisionsCosts({}, orders({}))).toEqual([
    'Orders: each save writes one more copy of the document.',
    'Orders: without a limit, disk use grows with each save.',
    KEPT,
  ]);
  expect(revisionsCosts(orders({ Disabled: true }), orders({ MinimumRevisionsToKeep: 5 }))).toEqual([
    'Orders: each save writes one more copy of the document.',
    KEPT,
  ]);
});

it('says that lower limits delete at the next save, and higher ones do not', () => {
  const deletes = 'Orders: the next save of a document deletes its revisions beyond the lower limits.';
  const five = orders({ MinimumRevisionsToKeep: 5 });
  expect(revisionsCosts(five, orders({ MinimumRevisionsToKeep: 2 }))).toEqual([deletes, KEPT]);
  expect(revisionsCosts(orders({}), five)).toEqual([deletes, KEPT]);
  expect(revisionsCosts(five, orders({ MinimumRevisionsToKeep: 9 }))).toEqual([KEPT]);
  const both = orders({ MinimumRevisionsToKeep: 5, MinimumRevisionAgeToKeep: '2.00:00:00' });
  expect(revisionsCosts(five, both)).toEqual([KEPT]);
  expect(revisionsCosts(both, five)).toEqual([deletes, KEPT]);
  expect(
    revisionsCosts(
      orders({ MinimumRevisionAgeToKeep: '2.00:00:00' }),
      orders({ MinimumRevisionAgeToKeep: '1.00:00:00' }),
    ),
  ).toEqual([deletes, KEPT]);
});

it('says that enforcing deletes the revisions of a collection without a rule', () => {
  const without = revisionsCosts(orders({}), {});
  expect(without).toEqual([KEPT, 'Enforcing deletes all revisions of collections without a rule: Orders.']);
  expect(revisionsCosts(orders({}), { Default: {} })).not.toContain(without[1]);
});
