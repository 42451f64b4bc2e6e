import { expect, test } from 'vitest';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { captureStacks, readStackCapture } from './thread-stacks.ts';

function answeringServer(http: Parameters<typeof scriptedPort>[0]['http']) {
  return new ServerClient(scriptedPort({ http }), 'test');
}

test("reads merged stacks, their threads and the sandbox's capture facts", async () => {
  const body = JSON.stringify({
    Results: [{ ThreadIds: [1, 3], NativeThreads: true, StackTrace: ['park', 'main'] }],
    Threads: [{ Id: 1, Name: 'tokio-runtime-w\n', CpuUsage: 1, State: 'Running' }],
    Rookery: { PauseMs: 0.8, TotalMs: 20, Method: 'ptrace', Partial: false, Notes: ['one note'] },
  });
  const capture = await captureStacks(answeringServer(() => ({ body })));
  expect(capture.groups).toEqual([
    { threadIds: [1, 3], count: 2, native: true, threadType: null, frames: ['park', 'main'], node: null },
  ]);
  expect(capture.threads[0]?.name).toBe('tokio-runtime-w');
  expect(capture.facts).toEqual({
    pauseMs: 0.8,
    totalMs: 20,
    method: 'ptrace',
    partial: false,
    notes: ['one note'],
  });
  expect(capture.raw).toBe(body);
});

test('requests selected threads and reads the unmerged form', async () => {
  const paths: string[] = [];
  const server = answeringServer((request) => {
    paths.push(request.path);
    return {
      body: JSON.stringify({
        Results: [{ OSThreadId: 9, ManagedThreadId: 2, IsNative: false, ThreadType: 'GC', StackTrace: null }],
        Threads: [],
      }),
    };
  });
  const capture = await captureStacks(server, { threadIds: [9, 11] });
  expect(paths).toEqual(['/admin/debug/threads/stack-trace?threadId=9&threadId=11']);
  expect(capture.groups[0]).toMatchObject({ threadIds: [9], native: false, threadType: 'GC', frames: [] });
});

test('reads files of RavenDB Studio: a plain list, and a cluster with one failed node', () => {
  const merged = { ThreadIds: [4], NativeThreads: false, StackTrace: ['a'] };
  expect(readStackCapture(JSON.stringify([merged]), 'x.json').groups[0]?.threadIds).toEqual([4]);
  const cluster = readStackCapture(
    JSON.stringify([
      { NodeTag: 'A', Stacks: [merged] },
      { NodeTag: 'B', Stacks: { Results: [merged] } },
      { NodeTag: 'C', Stacks: [], Error: 'down' },
    ]),
    'x.json',
  );
  expect(cluster.groups.map((group) => group.node)).toEqual(['A', 'B']);
  expect(cluster.failures).toEqual([{ node: 'C', error: 'down' }]);
});

test.each(['{', '{"Results":[{"Foo":1}]}', '42', '{}'])(
  'rejects %j with an error that names the file',
  (text) => {
    expect(() => readStackCapture(text, 'stacks.json')).toThrow(/^Stacks\.json /);
  },
);
