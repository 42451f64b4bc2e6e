// @vitest-environment jsdom
/** Edits a document against a fake server with the responses of RavenDB 7.1.5. A text area replaces Monaco. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext, type Session, type Toast } from '../../../app/registry/index.ts';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import type { CodeEditorProps, DiffViewProps } from '../../../ui/editor/index.ts';
import DocumentScreen from './document-screen.tsx';

vi.mock('../../../ui/editor/index.ts', () => ({
  HUGE_CHARACTERS: 5_000_000,
  CodeEditor: ({ value, onChange, label, onSave }: CodeEditorProps) => (
    <textarea
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onKeyDown={(event) => {
        if (event.ctrlKey && event.key === 's') onSave?.(event.currentTarget.value);
      }}
    />
  ),
  DiffView: ({ original, modified }: DiffViewProps) => (
    <div data-testid="diff">
      {original}
      {modified}
    </div>
  ),
}));

/** An in-memory database: change vectors count up, If-Match is checked. */
class FakeServer {
  readonly documents = new Map<string, { text: string; version: number; archived?: boolean }>();
  readonly requests: HttpRequest[] = [];
  etag = 0;

  put(id: string, text: string, archived = this.documents.get(id)?.archived ?? false): void {
    this.documents.set(id, { text, version: ++this.etag, archived });
  }

  answer(request: HttpRequest): { status?: number; body?: string; headers?: Record<string, string> } {
    this.requests.push(request);
    const url = new URL(`http://x${request.path}`);
    const id = url.searchParams.get('id') ?? '';
    if (!url.pathname.endsWith('/docs')) return { status: 404 };
    const found = this.documents.get(id);
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (!found) return { status: 404 };
      const mark = found.archived ? '"@archived":true,"@flags":"Archived",' : '';
      const metadata = `"@metadata":{${mark}"@id":"${id}","@collection":"Orders","@change-vector":"A:${found.version}-x"}`;
      const body = found.text === '{}' ? `{${metadata}}` : `${found.text.slice(0, -1)},${metadata}}`;
      return { headers: { etag: `"A:${found.version}-x"` }, body: `{"Results":[${body}]}` };
    }
    if (request.method === 'PATCH') {
      if (!found) return { status: 404 };
      expect(JSON.parse(request.body ?? '')).toEqual({ Patch: { Script: 'archived.unarchive(this)' } });
      this.put(id, found.text, false);
      // As RavenDB 6.2 answers.
      return { body: '{"Status":"NotModified"}' };
    }
    const expected = request.headers?.['if-match']?.replaceAll('"', '');
    const actual = found ? `A:${found.version}-x` : '';
    if (expected !== undefined && expected !== actual)
      return {
        status: 409,
        body: JSON.stringify({
          Type: 'Raven.Client.Exceptions.ConcurrencyException',
          Message: `Document ${id} has change vector ${actual}`,
          ActualChangeVector: actual,
        }),
      };
    if (request.method === 'DELETE') {
      this.documents.delete(id);
      return { status: 204 };
    }
    const document = JSON.parse(request.body ?? '') as Record<string, unknown>;
    delete document['@metadata'];
    this.put(id, JSON.stringify(document));
    return { status: 201, body: `{"Id":"${id}","ChangeVector":"A:${this.etag}-x"}` };
  }

  stored(id: string): unknown {
    const found = this.documents.get(id);
    return found && JSON.parse(found.text);
  }
}

let server: FakeServer;
let tabState: Map<string, unknown>;
let toasts: Toast[];
let closed: string[];
let opened: unknown[];
let errors: unknown[];

function session(): Session {
  return {
    port: scriptedPort({ http: (request) => server.answer(request) }),
    connectionId: 'sandbox',
    database: 'Shop',
    openScreen: (id, options) => opened.push([id, options?.params]),
    closeTab: (id) => closed.push(id),
    setConnection: () => undefined,
    setDatabase: () => undefined,
    notify: (toast) => toasts.push(toast),
    reportError: (thrown) => errors.push(thrown),
    runOperation: () => Promise.reject(new Error('not part of this test')),
    addCommands: () => () => undefined,
    setDirty: () => undefined,
    readTabState: (id) => tabState.get(id),
    writeTabState: (id, state) => tabState.set(id, JSON.parse(JSON.stringify(state ?? null))),
    readDatabaseState: () => undefined,
    writeDatabaseState: () => undefined,
  };
}

function open(params: Record<string, string>) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const one = session();
  return render(
    <QueryClientProvider client={queries}>
      <SessionContext.Provider value={one}>
        <DocumentScreen tabId="t1" connectionId="sandbox" database="Shop" params={params} />
      </SessionContext.Provider>
    </QueryClientProvider>,
  );
}

const editor = (id = 'orders/1') => screen.findByLabelText<HTMLTextAreaElement>(`Document ${id}`);

async function type(text: string) {
  fireEvent.change(await editor(), { target: { value: text } });
}
async function press(name: RegExp | string) {
  fireEvent.click(await screen.findByRole('button', { name }));
}

beforeEach(() => {
  server = new FakeServer();
  server.put('orders/1', '{"Freight":1}');
  tabState = new Map();
  toasts = [];
  closed = [];
  opened = [];
  errors = [];
});
// A search by role takes long in jsdom, and longer while other tests run.
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  expect(errors).toEqual([]);
});

describe('editing a document', () => {
  it('saves on condition of the loaded version', async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2}');
    fireEvent.keyDown(await editor(), { key: 's', ctrlKey: true });
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 2 }));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.headers?.['if-match']).toBe('"A:1-x"');
    await waitFor(() => expect(screen.queryByText('unsaved')).toBeNull());
  });

  it('does not send invalid JSON, reports the position and keeps the text', async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2,}');
    await press(/^Save/);
    expect((await screen.findByRole('alert')).textContent).toContain('Line 1, column 14');
    expect((await editor()).value).toBe('{"Freight":2,}');
    expect(server.requests.some((request) => request.method === 'PUT')).toBe(false);
  });

  it("shows the server's error and keeps the text", async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2}');
    const answer = server.answer.bind(server);
    server.answer = (request) =>
      request.method === 'PUT'
        ? {
            status: 500,
            body: '{"Type":"X.DocumentCollectionMismatchException","Message":"Delete it and recreate it."}',
          }
        : answer(request);
    await press(/^Save/);
    expect(await screen.findByText('Delete it and recreate it.')).toBeTruthy();
    expect((await editor()).value).toBe('{"Freight":2}');
  });
});

describe('a conflict', () => {
  async function conflict() {
    open({ id: 'orders/1' });
    await type('{"Freight":1,"Mine":true}');
    server.put('orders/1', '{"Freight":88}');
    await press(/^Save/);
    const panel = await screen.findByRole('alert', { name: 'Conflict' });
    return within(panel);
  }

  it('shows both sets of changes', async () => {
    const panel = await conflict();
    expect(panel.getByText('orders/1 was changed outside this tab')).toBeTruthy();
    expect(panel.getByText(/The other version changes Freight\. Your version changes .*Mine/)).toBeTruthy();
    expect(panel.getByText('A:2-x')).toBeTruthy();
    expect((await editor()).value).toBe('{"Freight":1,"Mine":true}');
    expect(server.stored('orders/1')).toEqual({ Freight: 88 });
  });

  it('saves mine over the other version', async () => {
    await conflict();
    await press(/Keep mine/);
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 1, Mine: true }));
    expect(server.requests.filter((request) => request.method === 'PUT').at(-1)?.headers?.['if-match']).toBe(
      '"A:2-x"',
    );
    await waitFor(() => expect(screen.queryByRole('alert', { name: 'Conflict' })).toBeNull());
  });

  it('shows a second conflict after another external save', async () => {
    await conflict();
    server.put('orders/1', '{"Freight":99}');
    await press(/Keep mine/);
    expect(await screen.findByText('A:3-x')).toBeTruthy();
    expect(server.stored('orders/1')).toEqual({ Freight: 99 });
  });

  it('discards mine', async () => {
    await conflict();
    await press(/Discard mine/);
    await waitFor(async () => expect(JSON.parse((await editor()).value)).toMatchObject({ Freight: 88 }));
    expect(screen.queryByText('unsaved')).toBeNull();
  });

  it('compares', async () => {
    await conflict();
    await press('Compare');
    const diff = await screen.findByTestId('diff');
    expect(diff.textContent).toContain('88');
    expect(diff.textContent).toContain('Mine');
  });

  it('offers to recreate a deleted document', async () => {
    open({ id: 'orders/1' });
    await type('{"Freight":2}');
    server.documents.delete('orders/1');
    await press(/^Save/);
    expect(await screen.findByText('orders/1 was deleted while you edited it')).toBeTruthy();
    await press(/recreate/);
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 2 }));
    expect(server.requests.filter((request) => request.method === 'PUT').at(-1)?.headers?.['if-match']).toBe(
      '""',
    );
  });
});

describe('an external change', () => {
  it('is detected when the window gets the focus, and loaded on request', async () => {
    open({ id: 'orders/1' });
    await editor();
    server.put('orders/1', '{"Freight":5}');
    fireEvent.focus(window);
    expect(await screen.findByText(/This document was changed outside this tab/)).toBeTruthy();
    await press('Reload');
    await waitFor(async () => expect(JSON.parse((await editor()).value)).toMatchObject({ Freight: 5 }));
    await waitFor(() => expect(screen.queryByText(/changed outside this tab/)).toBeNull());
  });
});

describe('unsaved work', () => {
  it('survives a restart, with an invalid date', async () => {
    const first = open({ id: 'orders/1' });
    await type('{ not json yet');
    first.unmount();
    open({ id: 'orders/1' });
    expect((await editor()).value).toBe('{ not json yet');
  });

  it('keeps an invalid date, shows an error and does not save', async () => {
    const first = open({ id: 'orders/1' });
    fireEvent.change(await screen.findByLabelText('Local time'), { target: { value: 'tomorrow' } });
    fireEvent.blur(screen.getByLabelText('Local time'));
    await press(/^Save/);
    expect((await screen.findAllByText(/"tomorrow" is not a date/)).length).toBeGreaterThan(0);
    expect(server.requests.some((request) => request.method === 'PUT')).toBe(false);
    first.unmount();
    open({ id: 'orders/1' });
    expect((await screen.findByLabelText<HTMLInputElement>('Local time')).value).toBe('tomorrow');
  });
});

describe('the archive date', () => {
  it('is written into the text, with a warning when archival is off', async () => {
    open({ id: 'orders/1' });
    await press('+1 day');
    expect((await editor()).value).toMatch(/"@archive-at": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}0000Z"/);
    expect(await screen.findByText(/Data archival was never switched on/)).toBeTruthy();
    await press('Open data archival settings');
    expect(opened).toEqual([['settings', { section: 'archival' }]]);
    await press('Clear');
    expect((await editor()).value).not.toContain('@archive-at');
  });

  it('is saved without leaving the field', async () => {
    open({ id: 'orders/1' });
    fireEvent.change(await screen.findByLabelText('Local time'), {
      target: { value: '2020-01-02T03:04:05Z' },
    });
    await press(/^Save/);
    await waitFor(() => expect(server.requests.some((request) => request.method === 'PUT')).toBe(true));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.body).toContain('"@archive-at": "2020-01-02T03:04:05.0000000Z"');
  });
});

describe('an archived document', () => {
  it('is unarchived by its button; the unsaved text stays and is saved on the new version', async () => {
    server.put('orders/1', '{"Freight":1}', true);
    open({ id: 'orders/1' });
    expect((await editor()).value).not.toContain('@archived');
    await type('{"Freight":3}');
    await press('Unarchive');
    await waitFor(() => expect(toasts.map((toast) => toast.message)).toEqual(['Unarchived orders/1.']));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Unarchive' })).toBeNull());
    expect((await editor()).value).toBe('{"Freight":3}');
    await press(/^Save/);
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 3 }));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.headers?.['if-match']).toBe('"A:3-x"');
  });

  it('says so when the server leaves it archived', async () => {
    server.put('orders/1', '{"Freight":1}', true);
    const answer = server.answer.bind(server);
    server.answer = (request) =>
      request.method === 'PATCH' ? { body: '{"Status":"Patched"}' } : answer(request);
    open({ id: 'orders/1' });
    await press('Unarchive');
    await waitFor(() =>
      expect(errors.map(String)).toEqual([expect.stringContaining('did not unarchive orders/1')]),
    );
    expect(toasts).toEqual([]);
    errors = [];
  });
});

describe('revisions', () => {
  const revision = (version: number, flags: string) =>
    `"@metadata":{"@id":"orders/1","@collection":"Orders","@change-vector":"A:${version}-x","@flags":"${flags}","@last-modified":"2026-11-2${version}T10:00:00.0000000Z","@counters-snapshot":{"a":1}}`;

  function withRevisions(configuration?: object) {
    const answer = server.answer.bind(server);
    const posted: unknown[] = [];
    server.answer = (request) => {
      const url = new URL(`http://x${request.path}`);
      if (url.pathname.endsWith('/revisions/config')) {
        if (request.method === 'GET')
          return configuration ? { body: JSON.stringify(configuration) } : { status: 404 };
        posted.push(JSON.parse(request.body ?? ''));
        return { body: '{"RaftCommandIndex":1}' };
      }
      if (!url.pathname.endsWith('/revisions')) return answer(request);
      if (url.searchParams.get('changeVector') === 'A:0-x')
        return { body: `{"Results":[{"Freight":0,${revision(0, 'HasRevisions, Revision')}}]}` };
      return configuration
        ? {
            body: `{"Results":[{${revision(1, 'HasRevisions, Revision')}},{${revision(0, 'HasRevisions, Revision, Archived')}}],"TotalResults":2}`,
          }
        : { body: '{"Results":[],"TotalResults":0}' };
    };
    return posted;
  }

  it('are listed, compared and restored by a conditional save', async () => {
    withRevisions({ Collections: { Orders: { Disabled: false } } });
    open({ id: 'orders/1' });
    await type('{"Freight":7}');
    const panel = within(await screen.findByRole('region', { name: 'Revisions' }));
    const list = within(await panel.findByRole('list'));
    const rows = list.getAllByRole('button');
    expect(rows[0]?.textContent).toContain('current');
    expect(rows[1]?.textContent).toContain('Archived');
    fireEvent.click(await panel.findByRole('button', { name: /Archived/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByTestId('diff')).textContent).toContain('"Freight": 7');
    expect(dialog.getByText(/Changed: Freight/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Restore this revision' }));
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 0 }));
    const put = server.requests.find((request) => request.method === 'PUT');
    expect(put?.headers?.['if-match']).toBe('"A:1-x"');
    expect(put?.body).not.toContain('snapshot');
    await waitFor(() => expect(toasts).toHaveLength(1));
    act(() => toasts[0]?.action?.run());
    await waitFor(async () => expect((await editor()).value).toBe('{"Freight":7}'));
  });

  it('can be enabled without changing other collections', async () => {
    const posted = withRevisions();
    open({ id: 'orders/1' });
    await press(/^Enable revisions for Orders/);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText(/^Revisions to keep/), { target: { value: 'few' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Enable revisions' }));
    expect(dialog.getByText(/"few" is not a whole number/)).toBeTruthy();
    expect(posted).toEqual([]);
    fireEvent.change(dialog.getByLabelText(/^Revisions to keep/), { target: { value: '5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Enable revisions' }));
    await waitFor(() =>
      expect(posted).toEqual([
        { Default: null, Collections: { Orders: { Disabled: false, MinimumRevisionsToKeep: 5 } } },
      ]),
    );
  });
});

describe('new, cloned and deleted documents', () => {
  it('do not overwrite an existing document', async () => {
    open({ collection: 'Orders' });
    fireEvent.change(await screen.findByLabelText('Id'), { target: { value: 'orders/1' } });
    await press(/^Save/);
    expect(await screen.findByText('Document orders/1 already exists')).toBeTruthy();
    expect(server.stored('orders/1')).toEqual({ Freight: 1 });
  });

  it('opens under its id after the first save', async () => {
    open({ collection: 'Orders' });
    fireEvent.change(await screen.findByLabelText('Id'), { target: { value: 'orders/2' } });
    await press(/^Save/);
    await waitFor(() => expect(opened).toEqual([['document', { id: 'orders/2' }]]));
    expect(closed).toEqual(['t1']);
  });

  it('starts a clone from the text of the original', async () => {
    open({ cloneOf: 'orders/1', collection: 'Orders' });
    const area = await screen.findByLabelText<HTMLTextAreaElement>('New document');
    expect(JSON.parse(area.value)).toMatchObject({ Freight: 1 });
  });

  it('restores a deleted document, unless a new one exists', async () => {
    open({ id: 'orders/1' });
    await press('Delete…');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.stored('orders/1')).toBeUndefined());
    await waitFor(() => expect(closed).toEqual(['t1']));
    toasts[0]?.action?.run();
    await waitFor(() => expect(server.stored('orders/1')).toEqual({ Freight: 1 }));

    server.put('orders/1', '{"New":true}');
    toasts[0]?.action?.run();
    await waitFor(() => expect(errors).toHaveLength(1));
    expect(server.stored('orders/1')).toEqual({ New: true });
    errors = [];
  });

  it('shows that the document does not exist', async () => {
    open({ id: 'nope/1' });
    expect(await screen.findByText('Document not found')).toBeTruthy();
  });
});
