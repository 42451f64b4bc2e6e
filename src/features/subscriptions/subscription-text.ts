/** Texts of subscriptions: state, filter, starting point, files. Pure. */
import type { Subscription } from '../../protocol/subscriptions.ts';
import { csvText } from '../../ui/csv-text.ts';
import { formatAgo, pluralize } from '../../ui/format.ts';
import type { BadgeTone } from '../../ui/index.ts';
import { lagText, lagOf, type SourceReading } from './lag.ts';
import { sourceText } from './query-source.ts';

export interface StateText {
  readonly tone: BadgeTone;
  readonly text: string;
  readonly title: string;
}

export function stateOf(subscription: Subscription): StateText {
  const { disabled, connections, pending } = subscription;
  const failed = connections.find(({ exception }) => exception !== null);
  if (disabled)
    return { tone: 'neutral', text: 'Disabled', title: 'The server accepts no worker until it is enabled.' };
  if (failed) return { tone: 'danger', text: 'Error', title: failed.exception ?? '' };
  if (connections.length > 0)
    return { tone: 'success', text: 'Active', title: `${pluralize(connections.length, 'worker')} connected` };
  if (pending.length > 0)
    return { tone: 'warning', text: 'Waiting', title: `${pluralize(pending.length, 'worker')} waiting` };
  return { tone: 'info', text: 'Idle', title: 'No worker is connected to this node.' };
}

export const oneLine = (query: string): string => query.replaceAll(/\s+/g, ' ').trim();

export function workersText({ connections }: Subscription): string {
  const [first, ...others] = connections;
  if (first === undefined) return '';
  return others.length === 0 ? first.client : `${first.client} and ${pluralize(others.length, 'other')}`;
}

export function agoText(moment: number, now: number): string {
  return Number.isNaN(moment) ? 'Never' : formatAgo(moment, now);
}

export const isoText = (moment: number): string | null =>
  Number.isNaN(moment) ? null : new Date(moment).toISOString();

const archivedTexts: Readonly<Record<string, string>> = {
  ExcludeArchived: 'Leaves archived documents out',
  IncludeArchived: 'Includes archived documents',
  ArchivedOnly: 'Archived documents only',
};

/** Unknown values as the server names them. */
export function archivedText(archived: string | null): string | null {
  return archived === null ? null : (archivedTexts[archived] ?? archived);
}

/** By name, query, collection, state and clients, without regard to case. */
export function filterSubscriptions(all: readonly Subscription[], filter: string): readonly Subscription[] {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') return all;
  return all.filter((each) =>
    [
      each.name,
      each.query,
      sourceText(each.query),
      stateOf(each).text,
      ...each.connections.map(({ client }) => client),
    ].some((part) => part.toLowerCase().includes(wanted)),
  );
}

export function subscriptionsAsCsv(all: readonly Subscription[], reading: SourceReading | undefined): string {
  return csvText(
    [
      'Name',
      'State',
      'Workers',
      'Collection',
      'Lag',
      'Last acknowledged',
      'Last connected',
      'Next batch after',
      'Archived documents',
      'Query',
    ],
    all.map((each) => [
      each.name,
      stateOf(each).text,
      each.connections.length,
      sourceText(each.query),
      lagText(lagOf(each, reading)),
      isoText(each.lastAcknowledged),
      isoText(each.lastConnected),
      each.startsAfter,
      each.archived,
      each.query,
    ]),
  );
}
