/** What a change of the revisions configuration costs and deletes, as sentences. */
import type { RevisionsConfiguration, RevisionsRule } from '../../protocol/revisions.ts';
import { minimumAge, placedRules, ruleLabel } from './revisions-text.ts';

const isOn = (rule: RevisionsRule | undefined): rule is RevisionsRule =>
  rule !== undefined && rule.Disabled !== true;

const isLimited = (rule: RevisionsRule): boolean =>
  (rule.MinimumRevisionsToKeep ?? null) !== null || minimumAge(rule) !== null;

/** With both limits, only revisions beyond both are deleted: an absent one keeps nothing by itself. */
const newestOf = (rule: RevisionsRule): number => rule.MinimumRevisionsToKeep ?? 0;
const ageOf = (rule: RevisionsRule): number => minimumAge(rule) ?? 0;

function isTighter(before: RevisionsRule | undefined, after: RevisionsRule): boolean {
  if (!isLimited(after)) return false;
  if (before === undefined || !isLimited(before)) return true;
  return newestOf(after) < newestOf(before) || ageOf(after) < ageOf(before);
}

export function revisionsCosts(
  before: RevisionsConfiguration,
  after: RevisionsConfiguration,
): readonly string[] {
  const old = new Map(placedRules(before).map(({ collection, rule }) => [collection, rule]));
  const now = placedRules(after);
  const started = now.filter(({ collection, rule }) => isOn(rule) && !isOn(old.get(collection)));
  const unlimited = now.filter(({ collection, rule }) => {
    const was = old.get(collection);
    return isOn(rule) && !isLimited(rule) && (!isOn(was) || isLimited(was));
  });
  const tighter = now.filter(
    ({ collection, rule }) => isOn(rule) && isOn(old.get(collection)) && isTighter(old.get(collection), rule),
  );
  const removed = [...old.keys()].filter((each) => !now.some(({ collection }) => collection === each));
  const names = (rules: readonly { readonly collection: string | null }[]): string =>
    rules.map(({ collection }) => ruleLabel(collection)).join(', ');
  const sentences: string[] = [];
  if (started.length > 0)
    sentences.push(`${names(started)}: each save writes one more copy of the document.`);
  if (unlimited.length > 0)
    sentences.push(`${names(unlimited)}: without a limit, disk use grows with each save.`);
  if (tighter.length > 0)
    sentences.push(
      `${names(tighter)}: the next save of a document deletes its revisions beyond the lower limits.`,
    );
  sentences.push(
    'Existing revisions stay until their document is saved again. “Enforce configuration…” applies the limits to all documents.',
  );
  if (removed.length > 0 && !after.Default)
    sentences.push(
      `Enforcing deletes all revisions of collections without a rule: ${removed.map(ruleLabel).join(', ')}.`,
    );
  return sentences;
}
