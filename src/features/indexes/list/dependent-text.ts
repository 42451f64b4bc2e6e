/** What a change of a document makes indexes do, as texts. Pure. */
import type { CountEvidence, DependentIndex } from '../../../protocol/dependent-indexes.ts';
import { formatCount, pluralize } from '../../../ui/index.ts';

const evidenceTexts: Readonly<Record<CountEvidence, string>> = {
  index: 'Counted in the index',
  'auto-index': 'Counted with an auto-index over the documents that refer to it',
  limit: 'All entries of the index: what it loads is computed, or no index can count it',
  unknown: 'The server reports no number for it',
};

export function evidenceText({ evidence, isStale }: DependentIndex): string {
  return isStale ? `${evidenceTexts[evidence]}; the index is stale` : evidenceTexts[evidence];
}

export function relationText({ relation }: DependentIndex): string {
  return relation === 'maps' ? 'Indexes the document' : 'Loads the document';
}

/** `80 entries`, `at most 400 entries`, `79 documents`. */
export function countText({ count, evidence }: DependentIndex): string {
  if (count === null) return '–';
  if (evidence === 'auto-index') return pluralize(count, 'document');
  const entries = pluralize(count, 'entry', 'entries');
  return evidence === 'limit' ? `at most ${entries}` : entries;
}

export function consequenceText({ reduces, relation, output }: DependentIndex): string {
  if (!reduces) return '';
  const groups = relation === 'maps' ? 'Its groups' : 'The groups of these documents';
  if (output === null) return `${groups} are reduced again`;
  const { collection, indexes } = output;
  const readers = indexes.length === 0 ? 'no index reads' : `is read by ${indexes.join(', ')}`;
  return `${groups} are reduced again and written to ${collection}, which ${readers}`;
}

/** One sentence over all indexes; the sum is a limit unless every index counted its entries. */
export function summaryText(id: string, indexes: readonly DependentIndex[]): string {
  if (indexes.length === 0) return `No index depends on ${id}.`;
  const loading = indexes.filter(({ relation }) => relation === 'loads');
  const mapped = indexes.length - loading.length;
  const parts: string[] = [];
  if (mapped > 0) parts.push(`${pluralize(mapped, 'index indexes', 'indexes index')} it`);
  if (loading.length > 0) {
    const sum = loading.reduce((total, { count }) => total + (count ?? 0), 0);
    const exact = loading.every(({ evidence }) => evidence === 'index' || evidence === 'auto-index');
    const unknown = loading.some(({ count }) => count === null);
    const amount = `${exact ? '' : unknown ? 'at least ' : 'up to '}${formatCount(sum)}`;
    // With an unknown number next to a limit, the sum is neither.
    const mixed = unknown && loading.some(({ evidence }) => evidence === 'limit');
    const number = mixed ? 'an unknown number of' : amount;
    parts.push(
      `${pluralize(loading.length, 'index loads', 'indexes load')} it and would index ${number} other ${sum === 1 && !mixed ? 'entry' : 'entries'} again`,
    );
  }
  return `A change of ${id}: ${parts.join('; ')}.`;
}
