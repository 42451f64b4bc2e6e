/**
 * Folded stacks, the format of flame graph tools: one line per stack, frames from the outermost separated by `;`, a
 * space, and the count. Pure.
 */
import type { StackGroup } from '../../../protocol/thread-stacks.ts';
import { importedGroup } from './imported.ts';

export function foldedText(groups: readonly StackGroup[]): string {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const frames = [...group.frames].reverse().map(asFolded);
    const line = frames.length === 0 ? '(no frames)' : frames.join(';');
    counts.set(line, (counts.get(line) ?? 0) + group.count);
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([line, count]) => `${line} ${count}\n`)
    .join('');
}

/** Replaces separators and line breaks in a frame. */
function asFolded(frame: string): string {
  return frame.replace(/;/g, ':').replace(/\s+/g, ' ').trim() || '?';
}

/** Null when the text has another format. */
export function readFolded(text: string): StackGroup[] | null {
  const groups: StackGroup[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const found = /^(.*\S)\s+(\d+(?:\.\d+)?)$/.exec(line);
    if (!found) return null;
    const [, stack = '', count = ''] = found;
    const frames = stack === '(no frames)' ? [] : stack.split(';').reverse();
    groups.push(importedGroup(frames, Number(count)));
  }
  return groups.length === 0 ? null : groups;
}
