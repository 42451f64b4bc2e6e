import { describe, expect, it } from 'vitest';
import { emptyList, runningExample, START, storedExample } from '../recordings-for-tests.ts';
import { completedFile } from './completed-file.ts';

const named = (name: string, startedMs: number) => ({
  ...storedExample,
  name,
  about: storedExample.about && { ...storedExample.about, started: startedMs * 1000 },
});

describe('the file of a stopped recording', () => {
  const before = new Set(['old.rookery']);
  const old = named('old.rookery', START);

  it('is not there yet while the recording is in the list, or no file is new', () => {
    const list = { ...emptyList, running: [runningExample], stored: [named('new.rookery', START), old] };
    expect(completedFile(before, runningExample, list)).toEqual({ kind: 'not-yet' });
    expect(completedFile(before, runningExample, { ...emptyList, stored: [old] })).toEqual({
      kind: 'not-yet',
    });
  });

  it('is the new one, and of several the one with the nearest start', () => {
    const other = named('other.rookery', START - 3_600_000);
    const own = named('own.rookery', START + 400);
    const unreadable = { ...storedExample, name: 'broken.rookery', about: null, problem: 'Damaged.' };
    expect(
      completedFile(before, runningExample, { ...emptyList, stored: [other, unreadable, own, old] }),
    ).toEqual({ kind: 'file', name: 'own.rookery' });
  });

  it('is a failure when the recording failed', () => {
    const failed = {
      id: runningExample.id,
      connectionName: 'Production',
      time: START,
      message: 'Disk full.',
    };
    expect(completedFile(before, runningExample, { ...emptyList, failed: [failed] })).toEqual({
      kind: 'failed',
      message: 'Disk full.',
    });
  });
});
