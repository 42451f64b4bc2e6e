// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { Port, PortHandlers, RecordingsList } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { emptyList, runningExample, storedExample } from '../recordings-for-tests.ts';
import { LibraryPane } from './library-pane.tsx';

afterEach(cleanup);

/** A host with one list, which `push` replaces. */
function host(first: RecordingsList, calls: Partial<PortHandlers['calls']> = {}) {
  let current = first;
  let wake: () => void = () => undefined;
  const port = scriptedPort({
    http: () => ({}),
    calls,
    streams: {
      'recordings.watch': async function* (_params, signal) {
        signal.addEventListener('abort', () => wake(), { once: true });
        while (!signal.aborted) {
          yield current;
          await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    },
  });
  const push = (list: RecordingsList): void => {
    current = list;
    wake();
  };
  return { port, push };
}

function show(port: Port) {
  const opened: string[] = [];
  renderInSession(
    { port },
    <LibraryPane
      onRecord={() => undefined}
      onOpenFile={() => undefined}
      onOpen={(name) => opened.push(name)}
      onCompare={() => undefined}
      back={null}
    />,
  );
  return opened;
}

it('says what a recording is for while there is none', async () => {
  show(host(emptyList).port);
  expect(await screen.findByText('Record what a server does')).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
});

it('shows why the list cannot be read, and reads it again', async () => {
  let fails = true;
  const port = scriptedPort({
    http: () => ({}),
    streams: {
      'recordings.watch': async function* (_params, signal) {
        if (fails) throw new Error('The folder cannot be read.');
        yield emptyList;
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  show(port);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The folder cannot be read.');
  fails = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Record what a server does')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('stops a recording and opens the file that the host names', async () => {
  let answer: (file: { name: string | null }) => void = () => undefined;
  const stop = vi.fn(() => new Promise<{ name: string | null }>((resolve) => (answer = resolve)));
  const list = { ...emptyList, running: [runningExample], stored: [storedExample] };
  const { port } = host(list, { 'recordings.stop': stop });
  const opened = show(port);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop and open' }));
  await waitFor(() => expect(stop).toHaveBeenCalledOnce());
  expect(opened).toEqual([]);
  answer({ name: 'own.rookery' });
  await waitFor(() => expect(opened).toEqual(['own.rookery']));
});

it('opens the file of a recording that ended by itself, and none that is gone', async () => {
  const dismiss = vi.fn(() => Promise.resolve({}));
  const ended = [
    { id: 'e1', connectionName: 'Production', name: storedExample.name, stopped: false },
    { id: 'e2', connectionName: 'Deleted', name: 'gone.rookery', stopped: false },
    { id: 'e3', connectionName: 'Stopped', name: storedExample.name, stopped: true },
  ].map((each) => ({ ...each, time: 1, reason: 'The time is over.' }));
  const list = { ...emptyList, stored: [storedExample], ended };
  const opened = show(host(list, { 'recordings.dismiss': dismiss }).port);
  const text = await screen.findByText('Recording Production ended');
  const banner = text.closest<HTMLElement>('[role=status]');
  if (!banner) throw new Error('There is no such banner.');
  expect(banner.textContent).toContain('The time is over. Its file is night.rookery.');
  expect(screen.queryByText(/Recording (Deleted|Stopped) ended/)).toBeNull();
  fireEvent.click(within(banner).getByRole('button', { name: 'Open' }));
  expect(opened).toEqual(['night.rookery']);
  await waitFor(() => expect(dismiss).toHaveBeenCalledWith({ id: 'e1' }, expect.anything()));
});

it('lists a missed recording with its reason until it is removed', async () => {
  const dismiss = vi.fn(() => Promise.resolve({}));
  const reason = 'Rookery was not running at its start.';
  const missed = [{ id: 'm1', connectionName: 'Staging', databases: ['Shop'], startAt: 1, reason }];
  show(host({ ...emptyList, missed }, { 'recordings.dismiss': dismiss }).port);
  expect(await screen.findByText(/Rookery was not running at its start\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove the missed recording of Staging' }));
  await waitFor(() => expect(dismiss).toHaveBeenCalledWith({ id: 'm1' }, expect.anything()));
});

it('says when the server gives no answers, and which part of the sources is not read', async () => {
  const running = [
    { ...runningExample, id: 'a', connectionName: 'Silent', failingSources: 12 },
    { ...runningExample, id: 'b', connectionName: 'Partly', failingSources: 1 },
  ];
  show(host({ ...emptyList, running }).port);
  const silent = await screen.findByRole('article', { name: 'Recording of Silent' });
  expect(silent.textContent).toContain('No answers');
  expect(silent.textContent).toContain('All sources: the server gives no answers');
  const partly = screen.getByRole('article', { name: 'Recording of Partly' });
  expect(partly.textContent).toContain('1 source of 12');
  expect(partly.textContent).not.toContain('No answers');
});

it('names what is not recorded, what was left out, and what failed', async () => {
  const dismiss = vi.fn(() => Promise.resolve({}));
  const running = {
    ...runningExample,
    leftOut: 12,
    firedCount: 3,
    fired: [{ time: runningExample.startAt, name: 'cpu', text: 'The machine is 95 % busy.' }],
    problems: [{ source: 'requests', database: '', problem: 'Not authorized.' }],
  };
  const failed = [
    { id: 'f1', connectionName: 'Staging', time: 1, message: 'Nothing listens there.', name: 'part.rookery' },
  ];
  const list = { ...emptyList, running: [running], failed };
  const opened = show(host(list, { 'recordings.dismiss': dismiss }).port);
  const item = await screen.findByRole('article', { name: 'Recording of Production' });
  expect(item.textContent).toContain('12 rows, because a limit was reached');
  expect(item.textContent).toContain('The machine is 95 % busy.');
  expect(item.textContent).toContain('2 earlier');
  expect(item.textContent).toContain('requests: Not authorized.');
  expect(screen.getByText(/Nothing listens there\./)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Open what was recorded' }));
  expect(opened).toEqual(['part.rookery']);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss the failure of Staging' }));
  await waitFor(() => expect(dismiss).toHaveBeenCalledOnce());
});
