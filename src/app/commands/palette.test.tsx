// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render as renderAlone, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { problemStore } from '../errors/problem-store.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { SessionContext, type Command, type Session } from '../registry/index.ts';
import { commandRegistry } from './command-registry.ts';
import { incomingLink } from '../links/incoming-links.ts';
import { listenForShortcuts } from './listen-for-shortcuts.ts';
import { overlayStore } from './overlay-store.ts';
import { ShellContext } from '../shell/shell-context.ts';
import { Palette } from './palette.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const documents = ['orders/1-A', 'orders/10-A'];
const searches: string[] = [];
const port = scriptedPort({
  http: (request) => {
    if (request.path.includes('/collections/stats'))
      return { body: '{"CountOfDocuments":2,"Collections":{"Orders":2,"@hilo":1}}' };
    if (request.path.includes('/indexes/stats')) return { body: '{"Results":[{"Name":"Orders/Totals"}]}' };
    searches.push(request.path);
    const Results = documents.map((id) => ({ '@metadata': { '@id': id, '@change-vector': 'A:1' } }));
    return { body: JSON.stringify({ Results }) };
  },
});

function render(content: ReactNode, database: string | null = null): void {
  const session = { port, connectionId: 'sandbox', database } as unknown as Session;
  renderAlone(
    <QueryClientProvider client={new QueryClient()}>
      <ShellContext.Provider value={{ port, connections: [] }}>
        <SessionContext.Provider value={session}>{content}</SessionContext.Provider>
      </ShellContext.Provider>
    </QueryClientProvider>,
  );
}

const ran = vi.fn<(what: string) => void>();
const commands: readonly Command[] = [
  {
    id: 'go.documents',
    title: 'Documents',
    group: 'Go to',
    shortcut: 'Mod+2 | Alt+2',
    run: () => ran('documents'),
  },
  { id: 'tab.close', title: 'Close tab', group: 'Tabs', shortcut: 'Alt+W', run: () => ran('close') },
  { id: 'fail', title: 'Fail…', group: 'Rookery', run: () => Promise.reject(new Error('No such luck')) },
];

describe('Palette', () => {
  it('filters by letters, selects by arrows, runs the command and closes', () => {
    const takeBack = commandRegistry.add({ kind: 'shell' }, commands);
    overlayStore.setState({ overlay: 'palette' });
    render(<Palette />);
    const field = screen.getByRole('combobox', { name: 'Find anything' });
    fireEvent.change(field, { target: { value: 'clos' } });
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Close tab');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(ran).toHaveBeenLastCalledWith('close');
    expect(overlayStore.getState().overlay).toBeNull();
    takeBack();
  });

  it('wraps around with the arrows and names the selected option', () => {
    const takeBack = commandRegistry.add({ kind: 'shell' }, commands);
    render(<Palette />);
    const field = screen.getByRole('combobox');
    fireEvent.keyDown(field, { key: 'ArrowUp' });
    const chosen = screen.getByRole('option', { selected: true });
    expect(chosen.textContent).toContain('Fail…');
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Documents');
    takeBack();
  });

  it('shows a message when nothing matches', () => {
    render(<Palette />);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'qqq' } });
    expect(screen.getByText('No matches for “qqq”')).toBeTruthy();
  });

  it('reports a failing command under its title', async () => {
    const takeBack = commandRegistry.add({ kind: 'shell' }, commands);
    render(<Palette />);
    fireEvent.click(screen.getByRole('option', { name: /Fail/ }));
    await vi.waitFor(() => expect(problemStore.getState().problems[0]?.doing).toBe('“Fail”'));
    takeBack();
  });
});

describe('Palette with a database', () => {
  const type = (text: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });

  it('finds collections and indexes with their kind', async () => {
    render(<Palette />, 'Shop');
    type('orders');
    const options = await screen.findAllByRole('option');
    await vi.waitFor(() =>
      expect(screen.getAllByRole('option').map((each) => each.textContent)).toEqual(
        expect.arrayContaining(['OrdersCollections2', 'Orders/TotalsIndexes']),
      ),
    );
    expect(options.length).toBeGreaterThan(0);
  });

  it('searches documents once typing pauses, and shows them as they are', async () => {
    searches.length = 0;
    render(<Palette />, 'Shop');
    for (const text of ['o', 'or', 'orders/1']) type(text);
    expect(screen.getByRole('status').textContent).toBe('Searching documents…');
    await screen.findByRole('option', { name: /^orders\/10-A/ });
    expect(searches).toEqual([
      '/databases/Shop/docs?startsWith=orders%2F1&start=0&pageSize=8&metadataOnly=true',
    ]);
  });

  it('searches only commands after >', async () => {
    searches.length = 0;
    const takeBack = commandRegistry.add({ kind: 'shell' }, commands);
    render(<Palette />, 'Shop');
    type('>o');
    expect(screen.getAllByRole('option').map((each) => each.textContent)).toContain('Close tabTabsAltW');
    expect(screen.queryByText('Collections')).toBeNull();
    type('orders/1');
    await screen.findByRole('option', { name: /^orders\/10-A/ });
    expect(searches).toHaveLength(1);
    takeBack();
  });
});

describe('shortcuts', () => {
  it('run while no field handles the key, with each alternative', () => {
    const stop = listenForShortcuts(
      window,
      () => [],
      () => commands,
    );
    fireEvent.keyDown(document.body, { key: '2', code: 'Digit2', altKey: true });
    expect(ran).toHaveBeenLastCalledWith('documents');
    stop();
    ran.mockClear();
    fireEvent.keyDown(document.body, { key: '2', code: 'Digit2', altKey: true });
    expect(ran).not.toHaveBeenCalled();
  });

  it('leave plain keys to a focused field, and all keys to a dialog', () => {
    const help = vi.fn();
    const stop = listenForShortcuts(
      window,
      () => [{ id: 'help', title: 'Help', group: 'x', shortcut: '?', run: help }],
      () => [],
    );
    render(
      <>
        <input aria-label="Field" />
        <div role="dialog">
          <button type="button">Inside</button>
        </div>
      </>,
    );
    fireEvent.keyDown(screen.getByLabelText('Field'), { key: '?', code: 'Slash', shiftKey: true });
    fireEvent.keyDown(screen.getByText('Inside'), { key: '?', code: 'Slash', shiftKey: true });
    expect(help).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: '?', code: 'Slash', shiftKey: true });
    expect(help).toHaveBeenCalledOnce();
    stop();
  });
});

describe('a pasted link', () => {
  const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });

  it('is offered with its target, and handed to the shell', () => {
    render(<Palette />);
    type('rookery://open/query?server=https%3A%2F%2Fdb.example&database=shop');
    expect(screen.getByRole('option').textContent).toContain('Open queryhttps://db.example / shop');
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
    expect(incomingLink.getState().text).toContain('rookery://open/query');
  });

  it('that cannot be opened says why', () => {
    render(<Palette />);
    type('rookery://open/patch?server=sandbox');
    expect(screen.getByRole('option').textContent).toContain('it names no screen that a link may open');
    expect(screen.getByRole('option').getAttribute('aria-disabled')).toBe('true');
  });
});
