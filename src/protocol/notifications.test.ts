import { expect, test } from 'vitest';
import { readNotification } from './notifications.ts';

const alert = {
  Id: 'AlertRaised/LowSwapSize',
  CreatedAt: '2026-11-23T14:36:54.1940806Z',
  Type: 'AlertRaised',
  Title: 'No swap file',
  Message: 'There is no swap file.',
  Severity: 'Warning',
  Database: null,
  Reason: 'LowSwapSize',
  Details: null,
};

test('reads an alert of the server', () => {
  expect(readNotification(alert)).toMatchObject({
    kind: 'shown',
    notification: {
      kind: 'alert',
      severity: 'warning',
      title: 'No swap file',
      database: null,
      reason: 'LowSwapSize',
    },
  });
});

test('reads the progress and the failure of an operation', () => {
  const changed = {
    Id: 'OperationChanged/1',
    Type: 'OperationChanged',
    Title: 'Update by Query',
    Message: 'collection/Items',
    Severity: 'None',
    Database: 'shop',
    OperationId: 1,
    TaskType: 'UpdateByQuery',
    State: { Status: 'InProgress', Progress: { Processed: 1024, Total: 3000 }, Result: null },
    Killable: true,
  };
  expect(readNotification(changed)).toMatchObject({
    notification: { kind: 'operation', database: 'shop', message: 'Running 1024 of 3000: collection/Items' },
  });
  const failed = { ...changed, State: { Status: 'Faulted', Result: { Message: 'Too many statements.' } } };
  expect(readNotification(failed)).toMatchObject({
    notification: { severity: 'error', message: 'Failed: Too many statements.' },
  });
});

test('a dismissed or postponed notification is removed', () => {
  expect(
    readNotification({
      Id: 'NotificationUpdated/Dismissed/x',
      Type: 'NotificationUpdated',
      NotificationId: 'AlertRaised/x',
      Database: '*',
    }),
  ).toEqual({ kind: 'removed', id: 'AlertRaised/x' });
});

test('statistics, the topology and unknown shapes are no notifications', () => {
  for (const raw of [
    { Id: '', Type: 'DatabaseStatsChanged' },
    { Id: 'x', Type: 'ClusterTopologyChanged' },
    null,
    [],
  ])
    expect(readNotification(raw)).toBeUndefined();
});
