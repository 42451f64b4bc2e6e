/** Texts for the revisions configuration: rules, and the changes to save. */
import type { RevisionsConfiguration, RevisionsRule } from '../../protocol/revisions.ts';
import { formatTimeSpan, readTimeSpan } from '../../protocol/time-span.ts';
import { formatCount, pluralize, SECONDS_IN, wholeUnit, type TimeUnit } from '../../ui/index.ts';

/** Without a configuration no revisions are created. */
export const NO_REVISIONS: RevisionsConfiguration = { Default: null, Collections: {} };

/** A rule with its place: null is the default, for collections without a rule of their own. */
export interface PlacedRule {
  readonly collection: string | null;
  readonly rule: RevisionsRule;
}

/** The default first, then collections by name. */
export function placedRules({ Default, Collections }: RevisionsConfiguration): readonly PlacedRule[] {
  const own = Object.entries(Collections ?? {})
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([collection, rule]) => ({ collection, rule }));
  return Default ? [{ collection: null, rule: Default }, ...own] : own;
}

/** Undefined removes the rule. Members that this program does not know are kept. */
export function withRule(
  setting: RevisionsConfiguration,
  collection: string | null,
  rule: RevisionsRule | undefined,
): RevisionsConfiguration {
  if (collection === null) return { ...setting, Default: rule ?? null };
  const others = Object.entries(setting.Collections ?? {}).filter(([name]) => name !== collection);
  return { ...setting, Collections: Object.fromEntries(rule ? [...others, [collection, rule]] : others) };
}

export function ruleLabel(collection: string | null): string {
  return collection ?? 'Default for other collections';
}

/** Null: no limit by age. */
export function minimumAge(rule: RevisionsRule): number | null {
  return rule.MinimumRevisionAgeToKeep ? readTimeSpan(rule.MinimumRevisionAgeToKeep) : null;
}

export function withMinimumAge(rule: RevisionsRule, ms: number | null): RevisionsRule {
  return { ...rule, MinimumRevisionAgeToKeep: ms === null ? null : formatTimeSpan(ms) };
}

/** The largest unit in which an age in milliseconds is a whole number; ages below a second stay fractions. */
export function ageUnit(ms: number): TimeUnit {
  return wholeUnit(ms / 1_000, ['days', 'hours', 'minutes', 'seconds']);
}

/** An age in milliseconds as a number of units, and back. */
export const ageCount = (ms: number, unit: TimeUnit): number => ms / (SECONDS_IN[unit] * 1_000);
export const ageOf = (count: number, unit: TimeUnit): number => count * SECONDS_IN[unit] * 1_000;

export function ageText(ms: number): string {
  const unit = ageUnit(ms);
  return pluralize(ageCount(ms, unit), unit.slice(0, -1));
}

/** A rule in a few words. */
export function ruleText(rule: RevisionsRule): string {
  if (rule.Disabled === true) return 'Off';
  const newest = rule.MinimumRevisionsToKeep ?? null;
  const age = minimumAge(rule);
  const limits = [
    ...(newest === null ? [] : [`${formatCount(newest)} per document`]),
    ...(age === null ? [] : [`${newest === null ? '' : 'all of '}the last ${ageText(age)}`]),
  ];
  const most = rule.MaximumRevisionsToDeleteUponDocumentUpdate ?? null;
  return [
    limits.length === 0 ? 'Keeps all revisions' : `Keeps ${limits.join(', and ')}`,
    ...(most === null ? [] : [`deletes at most ${formatCount(most)} per save`]),
    ...(rule.PurgeOnDelete === true ? ['deletes them with the document'] : []),
  ].join('; ');
}

export function sameRevisions(a: RevisionsConfiguration, b: RevisionsConfiguration): boolean {
  return comparable(a) === comparable(b);
}

/** Absent members, null and false have the same meaning. */
function comparable(setting: RevisionsConfiguration): string {
  return JSON.stringify(
    placedRules(setting).map(({ collection, rule }) => [collection, comparableRule(rule)]),
  );
}

export function sameRule(a: RevisionsRule, b: RevisionsRule): boolean {
  return JSON.stringify(comparableRule(a)) === JSON.stringify(comparableRule(b));
}

function comparableRule(rule: RevisionsRule): readonly (readonly [string, unknown])[] {
  return Object.entries(rule)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .sort(([a], [b]) => a.localeCompare(b));
}

/** One sentence per change; empty without changes. */
export function revisionsChanges(
  before: RevisionsConfiguration,
  after: RevisionsConfiguration,
): readonly string[] {
  const old = new Map(placedRules(before).map(({ collection, rule }) => [collection, rule]));
  const now = new Map(placedRules(after).map(({ collection, rule }) => [collection, rule]));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((collection) => {
    const [was, is] = [old.get(collection), now.get(collection)];
    const label = ruleLabel(collection);
    if (!is)
      return collection !== null && after.Default
        ? `${label}: the default applies.`
        : `${label}: no new revisions are created.`;
    if (was && ruleText(was) === ruleText(is)) return [];
    return `${label}: ${ruleText(is).replace(/^\w/, (first) => first.toLowerCase())}.`;
  });
}

/** The changes of the rule for revisions of conflicts; empty without changes. */
export function conflictRuleChanges(before: RevisionsRule, after: RevisionsRule): readonly string[] {
  if (sameRule(before, after)) return [];
  return after.Disabled === true
    ? ['Conflicts will create no more revisions: versions that lose a conflict cannot be restored.']
    : [
        `Revisions of conflicts: ${ruleText(after).replace(/^\w/, (first) => first.toLowerCase())}.`,
        'Each conflict writes one more copy of each version. Existing revisions stay until their document is saved again.',
      ];
}
