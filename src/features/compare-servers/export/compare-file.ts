/** The comparison as CSV and JSON. Pure. */
import { csvText } from '../../../ui/csv-text.ts';
import { readError } from '../../../ui/read-error.ts';
import type { DocumentReport } from '../documents/document-report.ts';
import type { Finding } from '../findings/findings.ts';
import { notComparedText, type NotCompared } from '../findings/not-compared.ts';
import type { Both } from '../readings/reading.ts';
import type { CompareRow } from '../rows/compare-row.ts';

/** `shop on staging`. */
export type SideNames = Both<string>;

export interface Comparison {
  readonly names: SideNames;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly findings: readonly Finding[];
  /** Nothing is known about these: they can differ. */
  readonly notCompared: readonly NotCompared[];
  readonly rows: readonly CompareRow[];
}

export function comparisonAsCsv({ names, rows, notCompared }: Comparison): string {
  return csvText(
    ['section', 'subject', 'value', `left: ${names.left}`, `right: ${names.right}`, 'result', 'explanation'],
    [
      ...rows.map(({ section, subject, aspect, left, right, state, note }) => [
        section,
        subject,
        aspect,
        left,
        right,
        state,
        note,
      ]),
      ...notCompared.map(({ what, error }) => [
        '',
        what,
        '',
        null,
        null,
        'not compared',
        readError(error).message,
      ]),
    ],
  );
}

export function comparisonAsJson({ names, at, findings, notCompared, rows }: Comparison): string {
  return JSON.stringify(
    {
      left: names.left,
      right: names.right,
      at: new Date(at).toISOString(),
      findings,
      notCompared: notCompared.map(notComparedText),
      rows,
    },
    null,
    2,
  );
}

export function findingsAsText({ names, at, findings, notCompared, rows }: Comparison): string {
  const lines = findings.map(({ severity, text }) => `- ${severity}: ${text}`);
  return [
    `Left: ${names.left}`,
    `Right: ${names.right}`,
    `At: ${new Date(at).toISOString()}`,
    '',
    ...(lines.length > 0 ? lines : [noFindings(notCompared.length > 0, rows.length === 0)]),
    ...notCompared.map((each) => `- not compared: ${notComparedText(each)}`),
  ].join('\n');
}

function noFindings(isIncomplete: boolean, isEmpty: boolean): string {
  if (!isIncomplete) return 'No differences.';
  return isEmpty ? 'Nothing could be compared.' : 'No differences in what was read.';
}

export function documentsAsCsv({ differences }: DocumentReport): string {
  return csvText(
    ['id', 'collection', 'result', 'differing members'],
    differences.map(({ id, collection, kind, members }) => [id, collection, kind, members.join(' ')]),
  );
}

export function documentsAsJson(names: SideNames, report: DocumentReport): string {
  return JSON.stringify({ left: names.left, right: names.right, ...report }, null, 2);
}
