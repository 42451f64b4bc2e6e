/** What the rows mean, the worst first. Pure. */
import { pluralize } from '../../../ui/format.ts';
import { isDifference, type CompareRow, type Section } from '../rows/compare-row.ts';

export type Severity = 'contradiction' | 'warning' | 'information';

export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  /** Where the details are. */
  readonly section: Section;
}

const MAX_NAMES = 3;

export function findingsOf(rows: readonly CompareRow[]): readonly Finding[] {
  const differences = rows.filter(isDifference);
  const of = (section: Section, aspect: string) =>
    differences.filter(
      (row) => row.section === section && row.aspect === aspect && row.state !== 'contradiction',
    );
  return [
    ...differences.filter(({ state }) => state === 'contradiction').map(contradiction),
    ...of('figures', 'Changes not received').map((row) => warning(row, row.note)),
    ...grouped(of('collections', 'Documents'), 'collection has', 'collections have', 'another count'),
    ...grouped(of('indexes', 'Index'), 'index is missing', 'indexes are missing', 'on one side'),
    ...grouped(of('indexes', 'Definition'), 'index is', 'indexes are', 'defined differently'),
    ...of('indexes', 'Staleness').map((row) => warning(row, `${row.subject}: ${row.note}`)),
    ...grouped(of('indexes', 'State'), 'index has', 'indexes have', 'another state'),
    ...grouped(of('indexes', 'Errors'), 'index has', 'indexes have', 'another number of errors'),
    ...grouped(of('indexes', 'Entries'), 'index has', 'indexes have', 'another number of entries'),
    ...grouped(of('indexes', 'Search engine'), 'index uses', 'indexes use', 'another search engine'),
    ...of('figures', 'Version').map((row) =>
      information(row, `The servers have different versions: ${row.left} and ${row.right}.`),
    ),
    ...settings(of('settings', 'Value')),
  ];
}

function contradiction(row: CompareRow): Finding {
  const { section, subject, aspect, left, right, note } = row;
  const what = subject === 'Database' ? aspect : `${subject}, ${aspect.toLowerCase()}`;
  return {
    severity: 'contradiction',
    section,
    text: `${what}: ${numberText(left)} on the left, ${numberText(right)} on the right. ${note}`,
  };
}

function numberText(value: string | number | null): string {
  return typeof value === 'number' ? value.toLocaleString('en') : String(value);
}

function warning({ section }: CompareRow, text: string): Finding {
  return { severity: 'warning', section, text };
}

function information({ section }: CompareRow, text: string): Finding {
  return { severity: 'information', section, text };
}

function grouped(rows: readonly CompareRow[], one: string, many: string, how: string): readonly Finding[] {
  const [first] = rows;
  if (!first) return [];
  const detail = rows.length === 1 && first.note !== '' ? ` (${first.note})` : '';
  return [warning(first, `${pluralize(rows.length, one, many)} ${how}: ${names(rows)}${detail}.`)];
}

function names(rows: readonly CompareRow[]): string {
  const shown = rows.slice(0, MAX_NAMES).map(({ subject }) => subject);
  return rows.length > MAX_NAMES
    ? `${shown.join(', ')} and ${rows.length - MAX_NAMES} more`
    : shown.join(', ');
}

function settings(rows: readonly CompareRow[]): readonly Finding[] {
  const [first] = rows;
  return first
    ? [information(first, `${pluralize(rows.length, 'setting differs', 'settings differ')}.`)]
    : [];
}
