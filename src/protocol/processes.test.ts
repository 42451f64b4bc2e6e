import { expect, test } from 'vitest';
import { ServerClient } from './client.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { isProcessGone, sampleProcess } from './processes.ts';

const info = {
  Date: '2026-01-01T00:00:00Z',
  ProcessCpuUsage: 12.5,
  ThreadsCount: 1,
  List: [{ Id: 7, Name: 'postgres', CpuUsage: 1, State: 'Wait', WaitChannel: 'ep_poll' }],
};

test('requests the threads of a process by id', async () => {
  const requests: string[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      requests.push(path);
      return { body: JSON.stringify({ ProcessId: 7, 'Runaway Threads': info }) };
    },
  });
  const sample = await sampleProcess(new ServerClient(port, 'sandbox'), 7);
  expect(requests).toEqual(['/rookery/processes/runaway?processId=7']);
  expect(sample).toMatchObject({ processCpu: 12.5, threadCount: 1 });
  expect(sample.threads[0]).toMatchObject({ id: 7, name: 'postgres', waitChannel: 'ep_poll' });
});

test('distinguishes an exited process from other failures', async () => {
  const failing = (message: string) =>
    sampleProcess(
      new ServerClient(
        scriptedPort({
          http: () => ({
            status: 500,
            body: JSON.stringify({ Type: 'System.InvalidOperationException', Message: message }),
          }),
        }),
        'sandbox',
      ),
      7,
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
  const gone = await failing('Process 7 exited before its threads could be read (code target-gone)');
  expect(isProcessGone(gone)).toBe(true);
  expect(isProcessGone(await failing('The threads of process 7 are not shown (code other-user)'))).toBe(
    false,
  );
});
