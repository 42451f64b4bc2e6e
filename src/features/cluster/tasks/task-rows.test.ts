import { expect, it } from 'vitest';
import { ServerClient } from '../../../protocol/client.ts';
import { getEtlProgress, getOngoingTasks, type TaskProgress } from '../../../protocol/ongoing-tasks.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { taskRow, type TaskRow } from './task-rows.ts';

const now = Date.parse('2026-11-24T03:00:00Z');
const db = (body: object) =>
  new ServerClient(scriptedPort({ http: () => ({ body: JSON.stringify(body) }) }), 'server').database('shop');

async function row(task: object, changeVector: string | null = null, progress?: object): Promise<TaskRow> {
  const [read] = await getOngoingTasks(db({ OngoingTasks: [task], SubscriptionsCount: 0 }));
  if (!read) throw new Error('no task');
  const found = progress
    ? await getEtlProgress(db({ Results: [progress] }))
    : new Map<string, TaskProgress>();
  return taskRow('shop', read, found.get(read.name) ?? null, changeVector, now);
}

/** As 6.2.4 and 7.1.5 answer, shortened. */
const subscription = {
  TaskId: 459,
  TaskType: 'Subscription',
  ResponsibleNode: { NodeTag: 'A', NodeUrl: 'http://127.0.0.1:8080', ResponsibleNode: null },
  TaskState: 'Enabled',
  TaskConnectionStatus: 'NotActive',
  TaskName: 'orders',
  Error: null,
  ChangeVectorForNextBatchStartingPoint: null,
};
const backup = {
  TaskId: 460,
  TaskType: 'Backup',
  ResponsibleNode: { NodeTag: 'A' },
  TaskState: 'Enabled',
  TaskConnectionStatus: 'Active',
  TaskName: 'b1',
  LastFullBackup: null,
  NextBackup: { TimeSpan: '23:16:16', DateTime: '2026-11-25T02:00:00.0000000Z', IsFull: true },
};

it('bounds the lag of a subscription by the change vector of its database', async () => {
  expect(await row(subscription, 'A:50-idA')).toMatchObject({
    lag: '≤ 50 changes behind',
    state: { text: 'No client' },
    task: { node: 'A' },
  });
  const acknowledged = { ...subscription, ChangeVectorForNextBatchStartingPoint: 'A:50-idA' };
  expect((await row(acknowledged, 'A:50-idA')).lag).toBe('Current');
  expect((await row(acknowledged)).lag).toBe('Not reported');
});

it('reports when a backup runs next, and that it is late', async () => {
  expect(await row(backup)).toMatchObject({ lag: 'Next in 23 h, never ran', late: false });
  const late = { ...backup, NextBackup: { DateTime: '2026-11-24T02:00:00.0000000Z' } };
  expect(await row(late)).toMatchObject({
    lag: 'Due 1 h ago, never ran',
    late: true,
    state: { text: 'Late' },
  });
});

it('sums the remaining work of an ETL task, and reports one that does not move', async () => {
  const etl = {
    TaskType: 'RavenEtl',
    TaskName: 'copy',
    TaskState: 'Enabled',
    TaskConnectionStatus: 'Active',
  };
  const progress = (perSecond: number) => ({
    TaskName: 'copy',
    ProcessesProgress: [
      {
        NumberOfDocumentsToProcess: 90,
        NumberOfDocumentTombstonesToProcess: 10,
        AverageProcessedPerSecond: perSecond,
      },
    ],
  });
  expect((await row(etl, null, progress(10))).lag).toBe('100 behind, about 10 s');
  expect(await row(etl, null, progress(0))).toMatchObject({ lag: '100 behind, not moving', late: true });
  expect((await row(etl)).lag).toBe('Not reported');
});

it('shows a failed and a disabled task', async () => {
  expect((await row({ ...backup, Error: 'no space' })).state).toEqual({ tone: 'danger', text: 'Error' });
  expect((await row({ ...backup, TaskState: 'Disabled' })).state).toEqual({
    tone: 'neutral',
    text: 'Disabled',
  });
});
