/** A capture as text, for an email or a bug report. Pure. */
import type { StackCapture, StackGroup } from '../../protocol/thread-stacks.ts';
import type { ThreadUsage } from '../../protocol/threads.ts';
import { formatMs, pluralize, pluralNoun } from '../../ui/format.ts';

export function captureText(capture: StackCapture, unit = 'thread'): string {
  const names = threadNames(capture.threads);
  const total = capture.groups.reduce((sum, group) => sum + group.count, 0);
  const head = [`${pluralize(total, unit)}, ${pluralize(capture.groups.length, 'different stack')}`];
  if (capture.facts?.pauseMs !== null && capture.facts?.pauseMs !== undefined)
    head.push(`the process was paused for ${formatMs(capture.facts.pauseMs)}`);
  return [head.join(', '), '', ...byCount(capture.groups).map((group) => groupText(group, names))].join('\n');
}

export function groupText(group: StackGroup, names: ReadonlyMap<number, string>): string {
  const who = group.threadIds
    .map((id) => (names.has(id) ? `${id} "${names.get(id) ?? ''}"` : String(id)))
    .join(', ');
  const node = group.node === null ? '' : ` on node ${group.node}`;
  const frames = group.frames.length === 0 ? ['(no frames could be read)'] : group.frames;
  const head =
    group.count === group.threadIds.length
      ? `${pluralize(group.count, 'thread')}${node}: ${who}`
      : `Seen ${group.count} ${pluralNoun(group.count, 'time')}${node}${who === '' ? '' : ` (threads ${who})`}:`;
  return `${head}\n${frames.map((frame) => `    ${frame}\n`).join('')}`;
}

export function byCount(groups: readonly StackGroup[]): StackGroup[] {
  return [...groups].sort((a, b) => b.count - a.count);
}

export function threadNames(threads: readonly ThreadUsage[]): ReadonlyMap<number, string> {
  return new Map(
    threads.map((thread) => [thread.id, thread.job ? `${thread.name}: ${thread.job.text}` : thread.name]),
  );
}

/** Merges threads with the same stack on the same node: the form for single threads is not merged. */
export function mergeEqual(groups: readonly StackGroup[]): StackGroup[] {
  const merged = new Map<string, StackGroup>();
  for (const group of groups) {
    const key = JSON.stringify([group.node, group.frames]);
    const known = merged.get(key);
    merged.set(key, known ? joined(known, group) : group);
  }
  return [...merged.values()];
}

function joined(known: StackGroup, group: StackGroup): StackGroup {
  const threadIds = [...new Set([...known.threadIds, ...group.threadIds])];
  return { ...known, threadIds, count: known.count + group.count };
}
