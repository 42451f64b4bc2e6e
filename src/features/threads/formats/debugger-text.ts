/**
 * Stacks in debugger format: written like gdb's `thread apply all bt`; read from gdb, eu-stack, dotnet-stack and
 * Rookery's own text. Pure.
 */
import type { StackCapture } from '../../../protocol/thread-stacks.ts';
import type { ThreadUsage } from '../../../protocol/threads.ts';
import { importedCapture, importedGroup, namedThread } from './imported.ts';
import { pluralNoun } from '../../../ui/index.ts';

/** One block per thread. Stacks without a thread (profiles, folded files) start with their count. */
export function debuggerText(capture: StackCapture): string {
  const names = new Map(capture.threads.map((thread) => [thread.id, thread.name]));
  const perThread = capture.groups.every((group) => group.count === group.threadIds.length);
  const blocks: { order: number; text: string }[] = [];
  for (const group of capture.groups) {
    const node = group.node === null ? '' : ` on node ${group.node}`;
    const frames =
      group.frames.length === 0
        ? '(no frames could be read)\n'
        : group.frames.map((frame, depth) => `#${String(depth).padEnd(3)} ${oneLine(frame)}\n`).join('');
    if (perThread)
      for (const id of group.threadIds) {
        const name = names.get(id);
        const who = name === undefined ? '' : ` "${name}"`;
        blocks.push({ order: id, text: `Thread ${id} (LWP ${id}${who})${node}:\n${frames}` });
      }
    else
      blocks.push({
        order: -group.count,
        text: `Seen ${group.count} ${pluralNoun(group.count, 'time')}${node}:\n${frames}`,
      });
  }
  blocks.sort((a, b) => a.order - b.order);
  return blocks.map((block) => block.text).join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

interface Block {
  readonly ids: readonly number[];
  readonly count: number;
  readonly frames: string[];
}

/** Null when no line starts a thread. */
export function readDebuggerText(text: string): StackCapture | null {
  const blocks: Block[] = [];
  const threads: ThreadUsage[] = [];
  let open: Block | null = null;
  for (const line of text.split(/\r?\n/)) {
    const head = blockHead(line);
    if (head) {
      open = { ids: head.threads.map((thread) => thread.id), count: head.count, frames: [] };
      blocks.push(open);
      for (const { id, name } of head.threads) if (name !== null) threads.push(namedThread(id, name));
      continue;
    }
    const frame = open && frameOf(line);
    if (frame !== null) open?.frames.push(frame);
  }
  if (blocks.length === 0) return null;
  return importedCapture(
    blocks.map((block) => importedGroup(block.frames, block.count, block.ids)),
    threads,
  );
}

interface Head {
  readonly threads: readonly { readonly id: number; readonly name: string | null }[];
  readonly count: number;
}

function blockHead(line: string): Head | null {
  // gdb: Thread 3 (Thread 0x7f… (LWP 1234) "name"):   and   Thread 1234 (LWP 1234 "name"):
  const gdb = /^Thread \d+ .*\(?LWP (\d+)\)?(?:.*?"(.*)")?.*:\s*$/.exec(line);
  if (gdb) return oneThread(Number(gdb[1]), gdb[2] ?? null);
  // eu-stack: TID 1234:
  const tid = /^TID (\d+)(?: "(.*)")?:\s*$/.exec(line);
  if (tid) return oneThread(Number(tid[1]), tid[2] ?? null);
  // dotnet-stack: Thread (0x1A2B):
  const dotnet = /^Thread \((0x[0-9a-fA-F]+)\):\s*$/.exec(line);
  if (dotnet) return oneThread(Number(dotnet[1]), null);
  const seen = /^Seen (\d+(?:\.\d+)?) times?.*:\s*$/.exec(line);
  if (seen) return { threads: [], count: Number(seen[1]) };
  // Rookery's own: 2 threads on node A: 12 "name", 13
  const own = /^[\d,.\s]+ threads?(?: on node \S+)?: (.+)$/.exec(line);
  if (!own) return null;
  const threads = [...(own[1] ?? '').matchAll(/(\d+)(?: "([^"]*)")?(?:, |$)/g)].map((found) => ({
    id: Number(found[1]),
    name: found[2] ?? null,
  }));
  return threads.length === 0 ? null : { threads, count: threads.length };
}

function oneThread(id: number, name: string | null): Head {
  return { threads: [{ id, name }], count: 1 };
}

/** The function of a line, without number and address; null for a line that is not a frame. */
function frameOf(line: string): string | null {
  const numbered = /^#\d+\s+(?:(0x[0-9a-fA-F]+)(?: in)?\s*)?(.*)$/.exec(line);
  if (numbered) {
    const [, address = '', rest = ''] = numbered;
    const named = rest.trim();
    return named === '' || named === '?? ()' ? address || '??' : named.replace(/ \(\)$/, '');
  }
  const indented = /^\s+(\S.*)$/.exec(line)?.[1]?.trim();
  if (indented === undefined || indented.startsWith('(no frames')) return null;
  return indented;
}
