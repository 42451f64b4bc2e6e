import { expect, test } from 'vitest';
import { PortError } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { runaway, watchThreads } from './threads.ts';

function answeringServer(http: Parameters<typeof scriptedPort>[0]['http']) {
  return new ServerClient(scriptedPort({ http }), 'test');
}

const worker = {
  Id: 7,
  CpuUsage: 25.5,
  Name: '.NET Tiered Com\n',
  ManagedThreadId: null,
  UnmanagedAllocationsInBytes: null,
  StartingTime: '2026-01-01T00:00:00.0000000Z',
  Duration: 2660,
  TotalProcessorTime: '00:00:02.6600000',
  PrivilegedProcessorTime: '00:00:00.1000000',
  UserProcessorTime: '00:00:02.5600000',
  State: 'Wait',
  Priority: 'Normal',
  WaitReason: 'Unknown',
  IoStats: null,
};
const info = {
  Date: '2026-01-01T00:00:01.0000000Z',
  CpuUsage: 30,
  ProcessCpuUsage: 26,
  ActiveCores: 2,
  ThreadsCount: 42,
  DedicatedThreadsCount: 17,
  List: [worker],
};

test('reads one sample, trims kernel names and reads time spans', async () => {
  const server = answeringServer(() => ({
    body: JSON.stringify({ '@metadata': { NodeTag: 'A' }, 'Runaway Threads': info }),
  }));
  const sample = await runaway(server);
  expect(sample).toMatchObject({ machineCpu: 30, processCpu: 26, activeCores: 2, threadCount: 42 });
  expect(sample.threads[0]).toMatchObject({
    id: 7,
    name: '.NET Tiered Com',
    fromLinux: true,
    cpu: 25.5,
    totalMs: 2660,
    kernelMs: 100,
    userMs: 2560,
    state: 'Wait',
    waitReason: 'Unknown',
    io: null,
  });
});

test('uses the last of several samples, and reports an error sent with status 200', async () => {
  const many = answeringServer(() => ({ body: JSON.stringify({ Results: [{ ...info, List: [] }, info] }) }));
  expect((await runaway(many)).threads).toHaveLength(1);
  const broken = answeringServer(() => ({ body: '{"Error":"no /proc here"}' }));
  const failure = await runaway(broken).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(PortError);
  expect(failure).toMatchObject({ code: 'unsupported', detail: 'no /proc here' });
});

test('reads I/O in both forms: totals in kilobytes, or kernel counters', async () => {
  const forms = [
    { ReadIoSyscallsTotal: 3, ReadThroughputKbTotal: 2, WriteThroughputKbPerSecLast: 4 },
    { Syscr: 3, Syscw: 1, ReadBytes: 2048, WriteBytes: 0 },
  ];
  const server = answeringServer(() => ({
    body: JSON.stringify({
      'Runaway Threads': { ...info, List: forms.map((IoStats, Id) => ({ ...worker, Id, IoStats })) },
    }),
  }));
  const [kilobytes, kernel] = (await runaway(server)).threads;
  expect(kilobytes?.io).toMatchObject({
    readCalls: 3,
    readBytes: 2048,
    writeBytesPerSecond: 4096,
    writeBytes: null,
  });
  expect(kernel?.io).toMatchObject({ readCalls: 3, writeCalls: 1, readBytes: 2048, writeBytes: 0 });
});

test('emits samples of the live feed, and fails with the reason of an error frame', async () => {
  const port = scriptedPort({
    http: () => ({ status: 500, body: 'this test asks nothing' }),
    async *socket() {
      yield await Promise.resolve({ kind: 'open' as const, socket: 's' });
      yield { kind: 'text' as const, text: JSON.stringify(info) };
      yield { kind: 'text' as const, text: JSON.stringify({ Type: 'Error', Exception: 'out of luck' }) };
    },
  });
  const server = new ServerClient(port, 'test');
  const seen: string[] = [];
  const watching = (async () => {
    for await (const item of watchThreads(server, new AbortController().signal)) seen.push(item.kind);
  })();
  await expect(watching).rejects.toMatchObject({ code: 'unsupported', detail: 'out of luck' });
  expect(seen).toEqual(['open', 'message']);
});
