import { expect, test } from 'vitest';
import type { StackCapture } from '../../../protocol/thread-stacks.ts';
import { debuggerText } from './debugger-text.ts';
import { foldedText } from './folded.ts';
import { importedGroup, namedThread } from './imported.ts';
import { markdownText } from './markdown.ts';
import { openStacks } from './open-stacks.ts';
import { ravenJson } from './ravendb-json.ts';
import { speedscopeJson } from './speedscope.ts';
import { captureText } from '../stack-text.ts';

const capture: StackCapture = {
  groups: [
    importedGroup(['futex_wait', 'rookery_engine::writer::run', 'std::thread::start'], 2, [11, 12]),
    importedGroup(['Voron.Impl.Journal.Write(Int32, `1)', 'main'], 1, [13]),
    importedGroup([], 1, [14]),
  ],
  threads: [namedThread(11, 'rk-writer'), namedThread(13, 'main')],
  facts: null,
  failures: [],
  raw: '',
};

const open = (text: string, name = 'x') => openStacks(new TextEncoder().encode(text), name);
const shape = ({ groups }: StackCapture) =>
  groups.map(({ frames, count }) => `${count} ${frames.join(' < ')}`).sort();

test('reads back every written format: RavenDB JSON, folded, speedscope, both texts', async () => {
  for (const text of [
    ravenJson(capture),
    speedscopeJson(capture.groups, 'x'),
    captureText(capture),
    foldedText(capture.groups),
  ])
    expect(shape(await open(text)), text).toEqual(shape(capture));
  // One block per thread: the same stack occurs in two of them.
  const single = await open(debuggerText(capture));
  expect(single.groups.map((group) => group.threadIds)).toEqual([[11], [12], [13], [14]]);
  expect(single.threads.map((thread) => thread.name)).toEqual(['rk-writer', 'main']);
});

test('keeps thread ids and names where the format supports them', async () => {
  const again = await open(ravenJson(capture));
  expect(again.groups.map((group) => group.threadIds)).toEqual([[11, 12], [13], [14]]);
  expect(again.threads[0]).toMatchObject({ id: 11, name: 'rk-writer' });
});

test('round-trips a profile, whose counts are not threads', async () => {
  const profile = { ...capture, groups: [importedGroup(['a', 'b'], 7, [11, 12])] };
  for (const text of [ravenJson(profile), debuggerText(profile), captureText(profile, 'sample')])
    expect(shape(await open(text)), text).toEqual(['7 a < b']);
});

test('reads gdb output', async () => {
  const read = await open(`[New LWP 22]
Thread 2 (Thread 0x7f0a1c5ff6c0 (LWP 22) "tokio worker"):
#0  0x00007f0a1c6a1f3d in syscall () from /lib/x86_64-linux-gnu/libc.so.6
#1  0x000055d0 in std::sys::futex::futex_wait (a=1) at futex.rs:62

Thread 1 (Thread 0x7f0a1c600000 (LWP 21) "main"):
#0  0x00007f0a1c6a1f3d in ?? ()
#1  main () at main.c:3
`);
  expect(read.groups.map((group) => [group.threadIds, group.frames])).toEqual([
    [
      [22],
      ['syscall () from /lib/x86_64-linux-gnu/libc.so.6', 'std::sys::futex::futex_wait (a=1) at futex.rs:62'],
    ],
    [[21], ['0x00007f0a1c6a1f3d', 'main () at main.c:3']],
  ]);
  expect(read.threads.map((thread) => thread.name)).toEqual(['tokio worker', 'main']);
});

test('reads eu-stack and dotnet-stack output', async () => {
  const eu = await open('PID 5 - process\nTID 5:\n#0  0x00007f pause\n#1  0x0000 main\nTID 6:\n#0  0x1\n');
  expect(eu.groups.map((group) => group.frames)).toEqual([['pause', 'main'], ['0x1']]);
  const dotnet = await open(
    'Thread (0x1A2B):\n  [Native Frames]\n  System.Private.CoreLib!Wait(class X)\n  Raven.Server!Main()\n\nThread (0x1A2C):\n  [Native Frames]\n',
  );
  expect(dotnet.groups.map((group) => group.threadIds)).toEqual([[0x1a2b], [0x1a2c]]);
  expect(dotnet.groups[0]?.frames).toEqual([
    '[Native Frames]',
    'System.Private.CoreLib!Wait(class X)',
    'Raven.Server!Main()',
  ]);
});

test('converts speedscope events to stacks weighted by time', async () => {
  const read = await open(
    JSON.stringify({
      shared: { frames: [{ name: 'main' }, { name: 'load' }] },
      profiles: [
        {
          type: 'evented',
          startValue: 0,
          events: [
            { type: 'O', at: 0, frame: 0 },
            { type: 'O', at: 2, frame: 1 },
            { type: 'C', at: 7, frame: 1 },
            { type: 'C', at: 8, frame: 0 },
          ],
        },
      ],
    }),
  );
  expect(shape(read)).toEqual(['1 main', '2 main', '5 load < main']);
});

test('rejects other files and names the supported formats', async () => {
  await expect(open('hello world', 'holiday.txt')).rejects.toThrow(/holiday\.txt has no stacks.*speedscope/);
  await expect(open('{"a":1}')).rejects.toThrow(/no stacks in RavenDB format/);
  await expect(
    open('{"shared":{"frames":[]},"profiles":[{"type":"sampled","samples":[[3]],"weights":[1]}]}'),
  ).rejects.toThrow(/frame 3.* 0 frames/);
  await expect(open('')).rejects.toThrow(/has no stacks/);
  await expect(open('{"a":')).rejects.toThrow(/not JSON/);
});

test('keeps the Markdown table intact for any frame name', () => {
  const text = markdownText(
    { ...capture, groups: [importedGroup(['a|b `c` <T>', 'rookery_api::x'], 3, [1, 2, 3])] },
    { title: 'Stacks', facts: ['taken today'], unit: 'threads' },
  );
  expect(text).toContain('| 3 | 100.0 % | a\\|b \\`c\\` \\<T\\> | rookery\\_api::x |');
  expect(text).toContain('- taken today');
  expect(text).toContain('```text\n');
});
