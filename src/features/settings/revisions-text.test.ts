import { expect, it } from 'vitest';
import {
  ageText,
  conflictRuleChanges,
  NO_REVISIONS,
  revisionsChanges,
  ruleText,
  sameRevisions,
  withMinimumAge,
  withRule,
} from './revisions-text.ts';

it('describes a rule by its limits', () => {
  expect(ruleText({})).toBe('Keeps all revisions');
  expect(ruleText({ Disabled: true, MinimumRevisionsToKeep: 3 })).toBe('Off');
  expect(ruleText({ MinimumRevisionsToKeep: 10 })).toBe('Keeps 10 per document');
  expect(ruleText({ MinimumRevisionAgeToKeep: '30.00:00:00' })).toBe('Keeps the last 30 days');
  expect(
    ruleText({ MinimumRevisionsToKeep: 5, MinimumRevisionAgeToKeep: '01:00:00', PurgeOnDelete: true }),
  ).toBe('Keeps 5 per document, and all of the last 1 hour; deletes them with the document');
  expect(ageText(90_000)).toBe('90 seconds');
});

it('writes a minimum age as a TimeSpan and keeps unknown members', () => {
  const rule = { Later: 1, MinimumRevisionAgeToKeep: null };
  expect(withMinimumAge(rule, 2 * 86_400_000)).toEqual({ Later: 1, MinimumRevisionAgeToKeep: '2.00:00:00' });
  const changed = withRule({ Later: 'kept', Collections: { Logs: rule } }, 'Orders', {});
  expect(changed).toEqual({ Later: 'kept', Collections: { Logs: rule, Orders: {} } });
  expect(withRule(changed, 'Logs', undefined)).toEqual({ Later: 'kept', Collections: { Orders: {} } });
  expect(withRule(changed, null, rule).Default).toEqual(rule);
});

it('treats absent, null and false members as the same', () => {
  expect(
    sameRevisions(
      { Default: null, Collections: { Orders: { Disabled: false, MinimumRevisionsToKeep: null } } },
      { Collections: { Orders: {} } },
    ),
  ).toBe(true);
  expect(sameRevisions(NO_REVISIONS, { Default: {} })).toBe(false);
});

it('lists added, changed and removed rules', () => {
  const before = { Collections: { Orders: {}, Logs: { MinimumRevisionsToKeep: 3 } } };
  expect(revisionsChanges(before, before)).toEqual([]);
  expect(revisionsChanges(before, { Default: {}, Collections: { Orders: { Disabled: true } } })).toEqual([
    'Logs: the default applies.',
    'Orders: off.',
    'Default for other collections: keeps all revisions.',
  ]);
  expect(revisionsChanges(before, NO_REVISIONS)).toContain('Logs: no new revisions are created.');
});

it('describes how many revisions a save deletes', () => {
  expect(
    ruleText({
      MinimumRevisionsToKeep: 1024,
      MaximumRevisionsToDeleteUponDocumentUpdate: 10_240,
      PurgeOnDelete: true,
    }),
  ).toBe('Keeps 1,024 per document; deletes at most 10,240 per save; deletes them with the document');
});

it('describes the changes of the rule for conflicts, with what they cost', () => {
  const rule = { MinimumRevisionsToKeep: 1024 };
  expect(conflictRuleChanges(rule, { ...rule, PurgeOnDelete: false })).toEqual([]);
  expect(conflictRuleChanges(rule, { ...rule, Disabled: true })).toEqual([
    'Conflicts will create no more revisions: versions that lose a conflict cannot be restored.',
  ]);
  expect(conflictRuleChanges(rule, { MinimumRevisionsToKeep: 7 })).toEqual([
    'Revisions of conflicts: keeps 7 per document.',
    'Each conflict writes one more copy of each version. Existing revisions stay until their document is saved again.',
  ]);
});
