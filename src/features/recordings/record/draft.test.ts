import { describe, expect, it } from 'vitest';
import { recorderRequest } from '../../../contract/index.ts';
import type { DatabaseInfo } from '../../../protocol/databases.ts';
import { START } from '../recordings-for-tests.ts';
import { defaultDatabases, newDraft, readDraft, readNumber, type RecordDraft } from './draft.ts';

const draft = (part: Partial<RecordDraft> = {}): RecordDraft => ({ ...newDraft('server'), ...part });
const database = (name: string, part: Partial<DatabaseInfo> = {}): DatabaseInfo => ({
  name,
  disabled: false,
  documents: 0,
  indexes: 0,
  indexingErrors: 0,
  sizeOnDisk: 0,
  tempBuffers: 0,
  upTime: '00:01:00',
  loadError: null,
  lockMode: 'unlocked',
  encrypted: false,
  alerts: 0,
  beingDeleted: false,
  lastBackup: null,
  ...part,
});

function problemsOf(given: Partial<RecordDraft>, databases: readonly string[] = []) {
  const read = readDraft(draft(given), databases, START);
  if (read.kind === 'request') throw new Error('The form has no problems.');
  return read.problems;
}

describe('the default databases', () => {
  it('are those that are loaded, with the current one, at most 20', () => {
    const idle = database('idle', { upTime: null });
    const disabled = database('off', { disabled: true });
    expect(defaultDatabases([database('a'), idle, disabled, database('b')], 'b')).toEqual(['b', 'a']);
    const many = Array.from({ length: 30 }, (_, index) => database(`d${index}`));
    const chosen = defaultDatabases(many, 'd29');
    expect(chosen).toHaveLength(20);
    expect(chosen[0]).toBe('d29');
  });

  it('are the current one when none is loaded, and none without it', () => {
    const idle = [database('idle', { upTime: null })];
    expect(defaultDatabases(idle, 'idle')).toEqual(['idle']);
    expect(defaultDatabases(idle, 'deleted')).toEqual([]);
    expect(defaultDatabases(idle, null)).toEqual([]);
  });
});

describe('a form that is complete', () => {
  it('is a request that the contract accepts', () => {
    const read = readDraft(
      draft({
        length: 'last',
        minutes: '15',
        secondsAfter: '0',
        triggers: [
          { id: 1, kind: 'slow-write', value: ' 200 ' },
          { id: 2, kind: 'cpu', value: '92.5' },
          { id: 3, kind: 'log', value: 'timeout|refused' },
        ],
        note: '  slow orders ',
        start: 'later',
        startAt: '2026-11-21 10:00 Z',
      }),
      ['Shop'],
      START,
    );
    const expected = {
      connection: 'server',
      databases: ['Shop'],
      length: { kind: 'last', minutes: 15, secondsAfter: 0 },
      triggers: [
        { kind: 'slow-write', ms: 200 },
        { kind: 'cpu', percent: 92.5 },
        { kind: 'log', pattern: 'timeout|refused' },
      ],
      logLevel: 'Warn',
      requests: 'all',
      mostPerSecond: 1000,
      note: 'slow orders',
      maxMegabytes: 240,
      startAt: START + 3_600_000,
    };
    expect(read).toEqual({ kind: 'request', request: expected });
    expect(recorderRequest.parse(expected)).toEqual(expected);
  });

  it('starts now and records the next ten minutes by default', () => {
    expect(readDraft(draft(), [], START)).toMatchObject({
      request: { length: { kind: 'next', minutes: 10 }, triggers: [], startAt: null, databases: [] },
    });
  });

  it('does not read a field that is not shown', () => {
    expect(readDraft(draft({ secondsAfter: 'x', startAt: 'x' }), [], START).kind).toBe('request');
  });
});

describe('a form with problems', () => {
  it('names them at the fields', () => {
    expect(problemsOf({ connection: '' }).connection).toBe('Choose a server.');
    expect(problemsOf({ minutes: '' }).minutes).toBe('Enter a number.');
    expect(problemsOf({ minutes: '20000' }).minutes).toBe('Enter at most 10,080.');
    expect(problemsOf({ length: 'last', secondsAfter: '1.5' }).secondsAfter).toBe('Enter a whole number.');
    expect(problemsOf({ mostPerSecond: '0' }).mostPerSecond).toBe('Enter at least 1.');
    expect(problemsOf({ maxMegabytes: '241' }).maxMegabytes).toBe('Enter at most 240.');
    expect(problemsOf({ note: 'x'.repeat(2001) }).note).toContain('2000 characters; this one has 2001');
    const names = Array.from({ length: 21 }, (_, index) => `d${index}`);
    expect(problemsOf({}, names).databases).toBe('Choose at most 20 databases; 21 are chosen.');
  });

  it('names those of triggers by their id', () => {
    const { triggers } = problemsOf({
      triggers: [
        { id: 1, kind: 'stall', value: '3000' },
        { id: 2, kind: 'cpu', value: '0' },
        { id: 5, kind: 'log', value: ' ' },
        { id: 6, kind: 'log', value: 'x'.repeat(501) },
      ],
    });
    expect([...triggers]).toEqual([
      [2, 'Enter at least 1.'],
      [5, 'Enter a pattern, such as timeout|refused.'],
      [6, 'A pattern has at most 500 characters.'],
    ]);
  });

  it('refuses a start that has passed or is not a date', () => {
    expect(problemsOf({ start: 'later', startAt: '2026-11-21 09:00 Z' }).startAt).toBe(
      'This time has passed.',
    );
    expect(problemsOf({ start: 'later', startAt: '' }).startAt).toContain('Enter a date and time');
    expect(problemsOf({ start: 'later', startAt: 'soon' }).startAt).toContain('is not a date');
  });
});

it('reads only numbers', () => {
  const limits = { min: 1, max: 10, whole: false };
  expect(readNumber(' 2.5 ', limits)).toBe(2.5);
  for (const text of ['two', '1e999', 'NaN', '--1'])
    expect(readNumber(text, limits)).toBe(`“${text}” is not a number.`);
});
