/**
 * What a query returns besides rows, documents and timings: included counters, revisions and time series, highlights and
 * explanations. Whatever has an unknown shape is left out; the raw response still shows it.
 */
import { z } from 'zod';

export interface IncludedCounter {
  readonly documentId: string;
  readonly name: string;
  /** Null when the document has no such counter. */
  readonly value: number | null;
}

export interface IncludedRevision {
  readonly documentId: string;
  readonly changeVector: string;
  /** The moment that was asked for; null when a change vector was. */
  readonly before: string | null;
}

export interface IncludedTimeSeries {
  readonly documentId: string;
  readonly name: string;
  /** The position in the list of ranges of this series. */
  readonly range: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly entries: number;
}

export interface Highlight {
  readonly field: string;
  /** HTML of the server: only its marks are used. */
  readonly fragments: readonly string[];
}

export interface QueryExtras {
  readonly counters: readonly IncludedCounter[];
  readonly revisions: readonly IncludedRevision[];
  readonly timeSeries: readonly IncludedTimeSeries[];
  /** By document id. */
  readonly highlights: ReadonlyMap<string, readonly Highlight[]>;
  /** How the score of a document was computed, by document id. */
  readonly explanations: ReadonlyMap<string, string>;
}

const text = z.string().nullish().catch(null);
const byText = <S extends z.ZodType>(value: S) =>
  z
    .record(z.string(), value.catch(undefined as never))
    .nullish()
    .catch(null);
/** Entries that are not as documented become null. */
const listOf = <S extends z.ZodType>(entry: S) => z.array(entry.nullable().catch(null)).nullish().catch(null);

const wire = z.looseObject({
  CounterIncludes: byText(
    listOf(z.looseObject({ CounterName: z.string(), TotalValue: z.number().nullish().catch(null) })),
  ),
  RevisionIncludes: listOf(z.looseObject({ Id: z.string(), ChangeVector: text, Before: text })),
  TimeSeriesIncludes: byText(
    byText(
      listOf(z.looseObject({ From: text, To: text, Entries: z.array(z.unknown()).nullish().catch(null) })),
    ),
  ),
  Highlightings: byText(byText(z.array(z.string()).nullish().catch(null))),
  Explanations: byText(z.array(z.string()).nullish().catch(null)),
});

/** The members of a parsed response. */
export function readExtras(answer: unknown): QueryExtras {
  const read = wire.safeParse(answer);
  const found = read.success ? read.data : {};
  const highlights = new Map<string, Highlight[]>();
  for (const [field, documents] of Object.entries(found.Highlightings ?? {}))
    for (const [id, fragments] of Object.entries(documents ?? {}))
      if (fragments && fragments.length > 0)
        highlights.set(id, [...(highlights.get(id) ?? []), { field, fragments }]);
  return {
    counters: Object.entries(found.CounterIncludes ?? {}).flatMap(([documentId, counters]) =>
      (counters ?? []).flatMap((counter) =>
        counter ? [{ documentId, name: counter.CounterName, value: counter.TotalValue ?? null }] : [],
      ),
    ),
    revisions: (found.RevisionIncludes ?? []).flatMap((revision) =>
      revision
        ? [
            {
              documentId: revision.Id,
              changeVector: revision.ChangeVector ?? '',
              before: revision.Before ?? null,
            },
          ]
        : [],
    ),
    timeSeries: Object.entries(found.TimeSeriesIncludes ?? {}).flatMap(([documentId, series]) =>
      Object.entries(series ?? {}).flatMap(([name, ranges]) =>
        (ranges ?? []).flatMap((range, index) =>
          range
            ? [
                {
                  documentId,
                  name,
                  range: index,
                  from: range.From ?? null,
                  to: range.To ?? null,
                  entries: range.Entries?.length ?? 0,
                },
              ]
            : [],
        ),
      ),
    ),
    highlights,
    explanations: new Map(
      Object.entries(found.Explanations ?? {}).flatMap(([id, lines]) =>
        lines && lines.length > 0 ? [[id, lines.join('\n')] as const] : [],
      ),
    ),
  };
}

/** A fragment of a highlight as plain parts: marked ones and the rest. Other tags stay text. */
export function highlightParts(
  fragment: string,
): readonly { readonly text: string; readonly marked: boolean }[] {
  return fragment
    .split(/(<b[^>]*>[\s\S]*?<\/b>)/i)
    .filter((part) => part !== '')
    .map((part) => {
      const marked = /^<b[^>]*>([\s\S]*?)<\/b>$/i.exec(part);
      return { text: unescaped(marked?.[1] ?? part), marked: marked !== null };
    });
}

/** RavenDB encodes the text of a document in fragments as HTML. */
function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
