import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { readGcPauses, watchGcPauses } from './gc-events.ts';
import { scriptedPort } from './ports-for-tests.ts';

/** Recorded from RavenDB 7.1.5 (thread numbers and finalizers left out); 6.2.4 reports the same members. */
const recorded = {
  TopFiveByDuration: [],
  Events: [
    {
      Type: 'GCSuspend',
      OSThreadId: 7297,
      Start: '2026-11-24T14:10:14.4362770Z',
      End: '2026-11-24T14:10:14.4362925Z',
      DurationInMs: 0.0155,
      Index: 9,
      Reason: 'Suspend for GC',
    },
    {
      Type: 'GC',
      OSThreadId: 7297,
      Start: '2026-11-24T14:10:14.4363999Z',
      End: '2026-11-24T14:10:14.4656407Z',
      DurationInMs: 29.2408,
      Index: 10,
      Generation: 2,
      Reason: 'Induced',
    },
    {
      Type: 'GCHeapStats',
      OSThreadId: 7297,
      Start: '2026-11-24T14:10:14.4656420Z',
      End: '2026-11-24T14:10:14.4656420Z',
      DurationInMs: 0,
      Generation0: '0 Bytes',
    },
    {
      Type: 'GCRestart',
      OSThreadId: 7297,
      Start: '2026-11-24T14:10:14.4656511Z',
      End: '2026-11-24T14:10:14.4657638Z',
      DurationInMs: 0.11,
    },
  ],
};

it('reads a pause from the suspension to the restart, with its generation', () => {
  const [pause, ...others] = readGcPauses(recorded);
  expect(others).toEqual([]);
  expect(pause).toMatchObject({ generation: 2, reason: 'Induced' });
  expect((pause?.end ?? 0) - (pause?.start ?? 0)).toBeCloseTo(29.487, 2);
});

it('does not take the work of a background collection for a pause', () => {
  const at = (second: number): string => `2026-11-24T14:10:${String(second).padStart(2, '0')}.0000000Z`;
  const event = (Type: string, from: number, to: number, more = {}) => ({
    ...{ Type, Start: at(from), End: at(to) },
    ...more,
  });
  const pauses = readGcPauses({
    Events: [
      event('GC', 1, 40, { Generation: 2, Reason: 'AllocLarge' }),
      event('GCSuspend', 1, 1),
      event('GCRestart', 2, 3),
      event('GCSuspend', 20, 20),
      event('GC', 20, 21, { Generation: 0, Reason: 'AllocSmall' }),
      event('GCRestart', 21, 22),
    ],
  });
  expect(pauses.map(({ start, end, generation }) => [end - start, generation])).toEqual([
    [2000, 2],
    [2000, 0],
  ]);
});

it('leaves out what it cannot read', () => {
  expect(readGcPauses(null)).toEqual([]);
  expect(readGcPauses({ Events: 'none' })).toEqual([]);
  expect(readGcPauses({ Events: [7, { Type: 'GCRestart', Start: 'x', End: 'y' }, null] })).toEqual([]);
});

it('ends with the error of a server that refuses', async () => {
  const port = scriptedPort({ http: () => ({ status: 403, body: '{"Type":"Forbidden"}' }) });
  const watching = watchGcPauses(new ServerClient(port, 's'), new AbortController().signal);
  await expect(watching.next()).rejects.toThrow();
});
