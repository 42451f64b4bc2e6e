import { expect, it } from 'vitest';
import type { ConnectionCheck, ConnectionView } from '../../contract/index.ts';
import { countStates, stateText, stateWords, summaryText } from './connection-state-text.ts';

const reachable: ConnectionCheck = { state: 'reachable', access: 'granted', version: '7.1.5', ms: 12, at: 0 };
const unreachable: ConnectionCheck = {
  state: 'unreachable',
  message: 'Nobody listens at https://a.example.',
  failures: 3,
  at: 0,
  nextAt: 60_000,
};
const view = (id: string, kind: 'server' | 'sandbox' = 'server'): ConnectionView =>
  ({ connection: { id, kind }, needsPassword: false }) as ConnectionView;

it('a reachable server shows its version and the time of the check', () => {
  expect(stateText(reachable)).toMatchObject({ tone: 'success', name: 'Reachable', detail: '7.1.5 · 12 ms' });
  expect(stateText({ ...reachable, version: undefined })).toMatchObject({ detail: '12 ms' });
});

it('a server that requires a code is a warning until the host is signed in', () => {
  const check: ConnectionCheck = { ...reachable, access: 'code-needed' };
  expect(stateText(check)).toMatchObject({ tone: 'warning', name: 'Code needed' });
  expect(stateText(check, true)).toMatchObject({ tone: 'success', name: 'Reachable' });
  expect(stateText({ ...reachable, access: 'refused' }, true)).toMatchObject({ name: 'Access denied' });
});

it('an unreachable server shows why and when it is checked again', () => {
  const { tone, name, detail, title } = stateText(unreachable);
  expect([tone, name]).toEqual(['danger', 'Unreachable']);
  expect(detail).toMatch(/^next check \d\d:\d\d$/);
  expect(title).toContain('Nobody listens at https://a.example.');
  expect(title).toContain('3 checks failed');
});

it('a server that is not checked says what a check would need', () => {
  for (const reason of ['password', 'program', 'ssh', 'certificate'] as const) {
    const text = stateText({ state: 'not-checked', reason });
    expect(text.name).toBe('Not checked');
    expect(text.detail).not.toBe('');
    expect(text.title).not.toBe('');
  }
  expect(stateText(null).name).toBe('Checking…');
});

it('a search finds state and version', () => {
  expect(stateWords(reachable)).toBe('Reachable 7.1.5');
  expect(stateWords(unreachable)).toContain('Unreachable');
  expect(stateWords({ state: 'not-checked', reason: 'ssh' })).toContain('through SSH');
});

it('the summary counts servers, and leaves out the sandbox and empty counts', () => {
  const views = [view('sandbox', 'sandbox'), ...['a', 'b', 'c', 'd'].map((id) => view(id))];
  const states = new Map<string, ConnectionCheck | null>([
    ['a', reachable],
    ['b', unreachable],
    ['c', null],
  ]);
  expect(summaryText(countStates(views, states))).toBe(
    '4 servers: 1 reachable, 1 unreachable, 2 being checked',
  );
  expect(summaryText(countStates(views.slice(0, 2), states))).toBe('1 server: 1 reachable');
});
