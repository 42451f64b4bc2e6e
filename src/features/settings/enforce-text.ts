/** What enforcing the revisions configuration does to each collection. */
import type { CollectionRevisions } from '../../protocol/enforce-revisions.ts';
import type { RevisionsConfiguration, RevisionsRule } from '../../protocol/revisions.ts';
import { pluralize } from '../../ui/format.ts';

export interface EnforceEffect {
  /** Without a rule the server deletes all revisions of a collection. */
  readonly removed: readonly CollectionRevisions[];
  /** With a limit it deletes what is beyond it. */
  readonly limited: readonly CollectionRevisions[];
  /** With a rule that is off, or without limits, nothing is deleted. */
  readonly kept: readonly CollectionRevisions[];
}

export function enforceEffect(
  setting: RevisionsConfiguration,
  counts: readonly CollectionRevisions[],
): EnforceEffect {
  const removed: CollectionRevisions[] = [];
  const limited: CollectionRevisions[] = [];
  const kept: CollectionRevisions[] = [];
  for (const each of counts) {
    const rule = ruleOf(setting, each.collection);
    if (rule === undefined) removed.push(each);
    else if (rule.Disabled !== true && hasLimit(rule)) limited.push(each);
    else kept.push(each);
  }
  return { removed, limited, kept };
}

function ruleOf(setting: RevisionsConfiguration, collection: string): RevisionsRule | undefined {
  const own = Object.entries(setting.Collections ?? {}).find(
    ([name]) => name.toLowerCase() === collection.toLowerCase(),
  );
  return own?.[1] ?? setting.Default ?? undefined;
}

function hasLimit(rule: RevisionsRule): boolean {
  return (rule.MinimumRevisionsToKeep ?? null) !== null || (rule.MinimumRevisionAgeToKeep ?? null) !== null;
}

/** One sentence per collection that can lose revisions. */
export function enforceSentences({ removed, limited }: EnforceEffect): readonly string[] {
  return [
    ...removed.map(
      ({ collection, revisions }) =>
        `${collection} has no rule: all its revisions (${pluralize(revisions, 'revision')}) are deleted.`,
    ),
    ...limited.map(
      ({ collection, revisions }) =>
        `${collection}: revisions beyond its limits are deleted (${pluralize(revisions, 'revision')} now).`,
    ),
  ];
}
