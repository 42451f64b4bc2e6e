/** What saving a document makes indexes do again, in one sentence. Pure. */
import type { DependentIndex } from '../../../protocol/dependent-indexes.ts';
import { formatCount, pluralize } from '../../../ui/index.ts';

/** More names would fill the banner. */
const MAX_NAMES = 5;

/** Null when no index loads the document. A number is a limit unless every index counted its entries. */
export function loadingText(indexes: readonly DependentIndex[]): string | null {
  const affected = indexes.filter(({ count }) => count !== 0);
  if (affected.length === 0) return null;
  const names = affected.slice(0, MAX_NAMES).map(nameText).join(', ');
  const more = affected.length - MAX_NAMES;
  const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
  return `Saving indexes other documents again, because ${pluralize(affected.length, 'index loads', 'indexes load')} this one: ${names}${rest}.`;
}

function nameText({ index, count, evidence }: DependentIndex): string {
  if (count === null) return `${index} (number unknown)`;
  const amount =
    evidence === 'auto-index' ? pluralize(count, 'document') : pluralize(count, 'entry', 'entries');
  return `${index} (${evidence === 'limit' ? 'at most ' : ''}${amount})`;
}
