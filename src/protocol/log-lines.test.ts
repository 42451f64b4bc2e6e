import { expect, test } from 'vitest';
import { readLogLine } from './log-lines.ts';

test('reads a line of RavenDB 7', () => {
  const line = readLogLine(
    '{ "Date": "2026-11-22 14:18:54.8405", "Level": "WARN", "ThreadID": "30", "Resource": "shop", "Logger": "Voron.Impl", "Message": "Slow, very slow" }',
  );
  expect(line).toEqual({
    at: Date.parse('2026-11-22T14:18:54.840Z') + 0.5,
    level: 'warn',
    thread: '30',
    resource: 'shop',
    component: '',
    logger: 'Voron.Impl',
    message: 'Slow, very slow',
    data: '',
  });
});

test('reads a line of RavenDB 6', () => {
  const line = readLogLine(
    '2026-11-22T14:29:11.3564460Z, 17, Information, Cluster, Raven.Server.X, Merged 1 operations, then 2\n',
  );
  expect(line).toMatchObject({
    level: 'info',
    thread: '17',
    resource: 'Cluster',
    logger: 'Raven.Server.X',
    message: 'Merged 1 operations, then 2',
  });
});

test('a heartbeat and the heading are no lines', () => {
  expect(readLogLine('\r\n')).toBeUndefined();
  expect(readLogLine('Time, Thread, Level, Source, Logger, Message, Exception\n')).toBeUndefined();
});

test('what has another form is shown as it is', () => {
  for (const frame of ['{ "Date": ', 'a text', 'x, 1, 2, 3, 4, 5'])
    expect(readLogLine(frame)).toMatchObject({ message: frame.trim(), level: 'info', at: Number.NaN });
  expect(readLogLine('{"Level": 5, "Message": "m"}')).toMatchObject({ message: 'm', level: 'info' });
});
