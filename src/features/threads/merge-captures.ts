/** Merges captures into one set of stacks: counts are shares of wall-clock time. Pure. */
import type { CaptureFacts, StackCapture } from '../../protocol/thread-stacks.ts';
import type { ThreadUsage } from '../../protocol/threads.ts';
import { formatMs, pluralize } from '../../ui/format.ts';
import { mergeEqual } from './stack-text.ts';

export interface TimedCapture {
  /** Milliseconds since 1970, local clock. */
  readonly at: number;
  readonly capture: StackCapture;
}

export function mergeCaptures(series: readonly TimedCapture[], everyMs: number): StackCapture {
  const groups = mergeEqual(series.flatMap(({ capture }) => capture.groups));
  const threads = new Map<number, ThreadUsage>();
  for (const { capture } of series) for (const thread of capture.threads) threads.set(thread.id, thread);
  const failures = new Map(
    series.flatMap(({ capture }) => capture.failures).map((failure) => [failure.node, failure]),
  );
  return {
    groups,
    threads: [...threads.values()],
    facts: profileFacts(series, everyMs),
    failures: [...failures.values()],
    raw: '',
  };
}

function profileFacts(series: readonly TimedCapture[], everyMs: number): CaptureFacts {
  const facts = series.flatMap(({ capture }) => capture.facts ?? []);
  const pauses = facts.flatMap((each) => each.pauseMs ?? []);
  const first = series[0]?.at;
  const last = series.at(-1)?.at;
  const span = first === undefined || last === undefined ? 0 : last - first;
  const notes = [
    `${pluralize(series.length, 'capture')} over ${formatMs(span)}; requested interval ${everyMs} ms.`,
  ];
  // Captures slower than the interval are further apart: shares stay correct, the count is lower.
  const reached = series.length < 2 ? everyMs : span / (series.length - 1);
  if (reached > everyMs * 1.5)
    notes.push(`The server was slower: the average interval is ${Math.round(reached)} ms.`);
  return {
    pauseMs: pauses.length === 0 ? null : Math.max(...pauses),
    totalMs: null,
    method: facts[0]?.method ?? null,
    partial: facts.some((each) => each.partial),
    notes,
  };
}
