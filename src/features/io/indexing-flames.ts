/** Indexing batches as flames: a group per index, the batch outermost, its steps inside. */
import { flameSpans, type FlameSpan, type TimelineGroup } from '../../charts/timeline/data.ts';
import type { IndexingBatch, IndexingOperation, IndexPerformance } from '../../protocol/index-performance.ts';
import { parseServerDate } from '../../protocol/server-date.ts';

/** Numbers of flame groups start above those of recordings. */
const FIRST_GROUP = 10_000_000;
/** Batches kept per index. */
const MAX_BATCHES = 2000;
const MAX_DEPTH = 12;

export class IndexingRecording {
  private readonly batches = new Map<string, Map<number, IndexingBatch>>();
  private made: readonly TimelineGroup[] | undefined;

  /** A running batch is sent again under its id. */
  add({ Results }: IndexPerformance): void {
    for (const { Name, Performance } of Results) {
      const known = this.batches.get(Name) ?? new Map<number, IndexingBatch>();
      this.batches.set(Name, known);
      for (const batch of Performance ?? []) known.set(batch.Id, batch);
      for (const id of [...known.keys()].slice(0, Math.max(0, known.size - MAX_BATCHES))) known.delete(id);
    }
    this.made = undefined;
  }

  groups(): readonly TimelineGroup[] {
    this.made ??= [...this.batches]
      .filter(([, batches]) => batches.size > 0)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, batches], place) => ({
        id: FIRST_GROUP + place,
        key: `indexing|${name}`,
        label: `Indexing ${name}`,
        detail:
          'Time spent per step of each indexing batch. The server does not report when a step starts; steps appear in reported order.',
        shift: 0,
        flame: flameSpans([...batches.values()].flatMap(spansOf)),
      }));
    return this.made;
  }
}

function spansOf(batch: IndexingBatch): readonly FlameSpan[] {
  const start = parseServerDate(batch.Started);
  if (Number.isNaN(start)) return [];
  const failed = (batch.FailedCount ?? 0) > 0;
  const counts = `${batch.SuccessCount ?? 0} of ${batch.InputCount ?? 0}${(batch.Completed ?? null) === null ? ', running' : ''}`;
  const spans: FlameSpan[] = [
    {
      start,
      end: start + batch.DurationInMs,
      depth: 0,
      name: `Batch ${batch.Id} (${counts})`,
      tone: 0,
      failed,
    },
  ];
  const add = (operations: readonly IndexingOperation[], from: number, depth: number): void => {
    let at = from;
    for (const { Name, DurationInMs, Operations } of operations) {
      spans.push({ start: at, end: at + DurationInMs, depth, name: Name, tone: toneOf(Name), failed: false });
      if (Operations && depth < MAX_DEPTH) add(Operations, at, depth + 1);
      at += DurationInMs;
    }
  };
  add(batch.Details?.Operations ?? [], start, 1);
  return spans;
}

/** Colours: commits and storage like the journal, merges like flushes, others by name. */
function toneOf(name: string): number {
  if (/commit|storage|journal/i.test(name)) return 0;
  if (/merge|flush|sync/i.test(name)) return 2;
  if (/reduce|tree|aggregat/i.test(name)) return 3;
  return 1;
}
