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

/** Every differing row is part of a finding. */
export function findingsOf(rows: readonly CompareRow[]): readonly Finding[] {
  const differences = rows.filter(isDifference);
  const ordinary = differences.filter(({ state }) => state !== 'contradiction');
  const of = (section: Section, aspect: string) =>
    ordinary.filter((row) => row.section === section && row.aspect === aspect);
  return [
    ...differences.filter(({ state }) => state === 'contradiction').map(contradiction),
    ...of('figures', 'Changes not received').map((row) => warning(row, row.note)),
    ...grouped(of('collections', 'Documents'), 'collection has', 'collections have', 'different counts'),
    ...grouped(of('indexes', 'Index'), 'index is missing', 'indexes are missing', 'on one side'),
    ...grouped(of('indexes', 'Definition'), 'index is', 'indexes are', 'defined differently'),
    ...of('indexes', 'Staleness').map((row) => warning(row, `${row.subject}: ${row.note}`)),
    ...indexGroups.flatMap(([aspect, verb, what]) =>
      byNote(of('indexes', aspect)).flatMap((rows) =>
        grouped(rows, `index ${verb.one}`, `indexes ${verb.many}`, what),
      ),
    ),
    ...ordinary
      .filter(isOtherFigure)
      .map((row) => warning(row, `${valuesText(row)}${row.note === '' ? '' : ` (${row.note})`}.`)),
    ...of('figures', 'Version').map((row) =>
      information(row, `The servers have different versions: ${row.left} and ${row.right}.`),
    ),
    ...settings(of('settings', 'Value')),
  ];
}

const have = { one: 'has', many: 'have' };
const indexGroups: readonly (readonly [
  aspect: string,
  verb: { readonly one: string; readonly many: string },
  what: string,
])[] = [
  ['State', have, 'different states'],
  ['Errors', have, 'different error counts'],
  ['Entries', have, 'different entry counts'],
  ['Search engine', { one: 'uses', many: 'use' }, 'different search engines'],
  ['Type', have, 'different types'],
  ['Priority', have, 'different priorities'],
  ['Lock mode', have, 'different lock modes'],
];

const OWN_FINDING = new Set(['Changes not received', 'Version']);

function isOtherFigure({ section, aspect }: CompareRow): boolean {
  return section === 'figures' && !OWN_FINDING.has(aspect);
}

function contradiction(row: CompareRow): Finding {
  return { severity: 'contradiction', section: row.section, text: `${valuesText(row)}. ${row.note}` };
}

function valuesText({ subject, aspect, left, right }: CompareRow): string {
  const what = subject === 'Database' ? aspect : `${subject}, ${aspect.toLowerCase()}`;
  return `${what}: ${numberText(left)} on the left, ${numberText(right)} on the right`;
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
  const isShared = first.note !== '' && byNote(rows).length === 1;
  const detail = isShared ? ` (${first.note})` : '';
  return [warning(first, `${pluralize(rows.length, one, many)} ${how}: ${names(rows)}${detail}.`)];
}

/** Rows with the same explanation together. */
function byNote(rows: readonly CompareRow[]): readonly (readonly CompareRow[])[] {
  const groups = new Map<string, CompareRow[]>();
  for (const row of rows) {
    const group = groups.get(row.note) ?? [];
    groups.set(row.note, group);
    group.push(row);
  }
  return [...groups.values()];
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
