import { describe, expect, it } from 'vitest';
import { PortError } from '../../../contract/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import {
  disable,
  enable,
  locks,
  pause,
  planAction,
  priorities,
  remove,
  resetSideBySide,
  resume,
  swapNow,
} from './index-actions.ts';
import { actionItems } from './index-menu.tsx';
import { runIndexAction } from './run-index-action.ts';
import { indexStats } from './stats-for-tests.ts';

const running = indexStats({ name: 'Running' });
const paused = indexStats({ name: 'Paused', status: 'Paused' });
const disabled = indexStats({ name: 'Disabled', state: 'Disabled', status: 'Disabled' });
const auto = indexStats({ name: 'Auto/Orders/ByA', type: 'AutoMap' });
const locked = indexStats({ name: 'Locked', lockMode: 'LockedIgnore' });
const replacement = indexStats({ name: 'ReplacementOf/Running' });
const faulty = indexStats({ name: 'Faulty', type: 'Faulty' });
const errored = indexStats({ name: 'Errored', state: 'Error', status: 'Paused' });
const all = [running, paused, disabled, auto, locked, replacement, faulty, errored];

const [, ignoreChanges] = locks;
const [high] = priorities;

describe('planAction', () => {
  it.each([
    [pause, ['Running', 'Auto/Orders/ByA', 'Locked', 'ReplacementOf/Running']],
    [resume, ['Paused']],
    [
      disable,
      ['Running', 'Paused', 'Auto/Orders/ByA', 'Locked', 'ReplacementOf/Running', 'Faulty', 'Errored'],
    ],
    [enable, ['Disabled', 'Errored']],
    [ignoreChanges, ['Running', 'Paused', 'Disabled', 'ReplacementOf/Running', 'Faulty', 'Errored']],
    [resetSideBySide, ['Paused', 'Disabled', 'Locked', 'Errored']],
    // Once, though the index and its replacement are selected.
    [swapNow, ['Running']],
    [
      remove,
      ['Running', 'Paused', 'Disabled', 'Auto/Orders/ByA', 'ReplacementOf/Running', 'Faulty', 'Errored'],
    ],
  ] as const)('applies %# to the indexes that need it', (action, names) => {
    const plan = planAction(action, all, all);
    expect(plan.names).toEqual(names);
    if (action !== swapNow) expect(plan.names.length + plan.refused.length).toBe(all.length);
  });

  it('gives the reason for each index that is left out', () => {
    expect(planAction(remove, [locked], all).refused).toEqual([
      { name: 'Locked', reason: 'It is locked. Unlock it first.' },
    ]);
    expect(planAction(high, [indexStats({ name: 'H', priority: 'High' })], all).refused).toEqual([
      { name: 'H', reason: 'It has this priority.' },
    ]);
  });
});

describe('runIndexAction', () => {
  const db = (fails: Readonly<Record<string, () => { status: number; body: string }>>) => {
    const requests: string[] = [];
    const port = scriptedPort({
      http: ({ path }) => {
        const name = new URL(`http://x${path}`).searchParams.get('name') ?? '';
        requests.push(name);
        return fails[name]?.() ?? { status: 204 };
      },
    });
    return { client: new ServerClient(port, 'server').database('Shop'), requests };
  };
  const { signal } = new AbortController();

  it('continues after a failure and reports it with the name', async () => {
    const body = '{"Type":"X.IndexDeletionException","Message":"Failed to delete index \'B\'."}';
    const { client, requests } = db({ B: () => ({ status: 500, body }) });
    const progress: number[] = [];
    const report = await runIndexAction(client, remove, ['A', 'B', 'C'], {
      signal,
      onProgress: (done) => progress.push(done),
    });
    expect(requests).toEqual(['A', 'B', 'C']);
    expect(report.succeeded).toEqual(['A', 'C']);
    expect(report.failed.map(({ name, error }) => [name, String(error)])).toEqual([
      ['B', "ServerError: Failed to delete index 'B'."],
    ]);
    expect(progress).toEqual([1, 2, 3]);
  });

  it('stops when the user declines a confirmation', async () => {
    const { client, requests } = db({
      B: () => {
        throw new PortError({ code: 'not-confirmed', message: 'Not confirmed.' });
      },
    });
    const report = await runIndexAction(client, remove, ['A', 'B', 'C', 'D'], { signal });
    expect(requests).toEqual(['A', 'B']);
    expect(report).toMatchObject({ succeeded: ['A'], skipped: ['C', 'D'] });
    expect(report.failed.map(({ name }) => name)).toEqual(['B']);
  });

  it('attempts nothing more after a cancellation', async () => {
    const stop = new AbortController();
    const { client, requests } = db({});
    const report = await runIndexAction(client, remove, ['A', 'B'], {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(requests).toEqual(['A']);
    expect(report).toMatchObject({ succeeded: ['A'], failed: [], skipped: ['B'] });
  });
});

describe('actionItems', () => {
  const labels = (indexes: Parameters<typeof actionItems>[0], refusal?: string) =>
    actionItems(indexes, all, refusal, () => undefined);

  it('leaves out what the state makes pointless, and counts what applies to some', () => {
    const items = labels([paused, locked]);
    const of = (id: string) => items.find((item) => item.id === id);
    expect(of('enable')).toBeUndefined();
    expect(of('pause')?.hint).toBe('1 of 2');
    expect(of('delete')).toMatchObject({ label: 'Delete…', hint: '1 of 2', disabled: false });
    expect(labels([locked]).find((item) => item.id === 'delete')).toMatchObject({
      hint: 'It is locked. Unlock it first.',
      disabled: true,
    });
  });

  it('offers no lock mode for automatic indexes', () => {
    expect(labels([auto]).some(({ id }) => id === 'lock')).toBe(false);
    expect(labels([auto, running]).some(({ id }) => id === 'lock')).toBe(true);
  });

  it('groups priorities and lock modes, and disables the current one', () => {
    const choices = labels([locked]).flatMap((item) =>
      'items' in item
        ? [[item.label, item.items.filter(({ disabled }) => disabled).map(({ id }) => id)]]
        : [],
    );
    expect(choices).toEqual([
      ['Priority', ['priority-Normal']],
      ['Lock mode', ['lock-LockedIgnore']],
    ]);
  });

  it('disables everything on a connection that refuses changes', () => {
    const items = labels([running], 'read-only');
    expect(items.length).toBeGreaterThan(5);
    expect(items.every((item) => item.disabled)).toBe(true);
  });
});
