/** Reads documents of the source in parts. */
import { z } from 'zod';
import { PortError } from '../../../src/contract/index.ts';
import { firstText } from '../export/first-text.ts';
import { membersOf } from '../export/json-members.ts';
import { linesOf } from '../export/lines.ts';
import { readQueryLine } from '../export/streamed-rows.ts';
import { rowsRequest, type Statement } from './copy-requests.ts';
import type { CopySide } from './copy-side.ts';
import type { Cursor } from './copy-state.ts';

export interface SourceRow {
  readonly id: string;
  readonly collection: string | null;
  readonly changeVector: string;
  /** The complete document, as the server sent it. */
  readonly text: string;
  /** An index of the source created it. */
  readonly artificial: boolean;
  /** A result with other members than its document. */
  readonly projected: boolean;
}

const metadata = z.looseObject({
  '@id': z.string().min(1),
  '@collection': z.string().nullable().catch(null),
  '@change-vector': z.string().catch(''),
  '@flags': z.string().catch(''),
  '@projection': z.boolean().catch(false),
});

export function readRow(text: string): SourceRow {
  const found = metadata.safeParse(JSON.parse(membersOf(text).get('@metadata') ?? 'null'));
  if (!found.success)
    throw new PortError({
      code: 'bad-request',
      message:
        'A result has no document id, so it cannot be copied. Query documents: without “group by”, and without an index that reduces.',
      detail: text.slice(0, 500),
    });
  const read = found.data;
  return {
    id: read['@id'],
    collection: read['@collection'],
    changeVector: read['@change-vector'],
    text,
    artificial: read['@flags'].split(',').some((flag) => flag.trim() === 'Artificial'),
    projected: read['@projection'],
  };
}

export async function* readRows(
  source: CopySide,
  statement: Statement,
  page: { readonly start: number; readonly limit: number },
  signal: AbortSignal,
): AsyncGenerator<SourceRow> {
  const request = rowsRequest(source.database, statement, page.start, page.limit);
  const { status, body } = await source.stream(request, signal);
  if (status >= 400) throw source.refusal('Reading documents', status, await firstText(body));
  for await (const line of linesOf(body)) {
    signal.throwIfAborted();
    const found = readQueryLine(line);
    if (found.kind === 'row') yield readRow(found.text);
  }
}

export interface PlacedRow {
  readonly row: SourceRow;
  /** The offset after the row. */
  readonly next: number;
}

/** Where parts begin when none of the last copied rows is in the usual overlap. */
const FURTHER_BACK = 512;

/**
 * At most about `limit` rows that follow a copied one. Returns whether these were the last ones. A row of the overlap that
 * is not among the last copied ones was changed or added since, and is copied, too.
 */
export async function* rowsAfter(
  source: CopySide,
  statement: Statement,
  { position, anchors, first }: Pick<Cursor, 'position' | 'anchors' | 'first'>,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<PlacedRow, boolean> {
  const known = new Map(anchors.map(({ id, changeVector }) => [id, changeVector]));
  const passed = position - first;
  const overlaps = passed === 0 ? [] : [anchors.length, FURTHER_BACK].filter((back) => back <= passed);
  for (const back of overlaps) {
    const start = position - back;
    let at = start;
    let isFound = false;
    for await (const row of readRows(source, statement, { start, limit: back + limit }, signal)) {
      at++;
      if (at <= position && known.get(row.id) === row.changeVector) isFound = true;
      else if (isFound) yield { row, next: at };
      else if (at > position) break;
    }
    if (isFound) return at - start < back + limit;
  }
  // Everything near was changed or deleted: from the first row again.
  let at = first;
  for await (const row of readRows(source, statement, { start: first, limit }, signal))
    yield { row, next: ++at };
  return at - first < limit;
}
