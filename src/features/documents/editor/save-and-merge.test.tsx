// @vitest-environment jsdom
/** The comparison before saving and the three-way merge, against a fake server that checks If-Match. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SessionContext, type Session } from '../../../app/registry/index.ts';
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

const ID = 'orders/1';
let stored: { text: string; version: number };
let writes: { readonly ifMatch: string | undefined; readonly body: unknown }[];
let databaseState: Map<string, unknown>;
let errors: unknown[];

function writeBehind(text: string): void {
  stored = { text, version: stored.version + 1 };
}

function answer(request: HttpRequest): { status?: number; body?: string; headers?: Record<string, string> } {
  const url = new URL(`http://x${request.path}`);
  if (url.pathname.endsWith('/timeseries/stats'))
    return { body: JSON.stringify({ DocumentId: ID, TimeSeries: [] }) };
  if (!url.pathname.endsWith('/docs')) return { status: 404 };
  const changeVector = `A:${stored.version}-x`;
  if (request.method !== 'PUT') {
    if (url.searchParams.get('id') !== ID) return { status: 404 };
    const metadata = `"@metadata":{"@id":"${ID}","@collection":"Orders","@change-vector":"${changeVector}"}`;
    const members = stored.text === '{}' ? metadata : `${stored.text.slice(1, -1)},${metadata}`;
    return { headers: { etag: `"${changeVector}"` }, body: `{"Results":[{${members}}]}` };
  }
  const ifMatch = request.headers?.['if-match']?.replaceAll('"', '');
  const body = JSON.parse(request.body ?? '') as Record<string, unknown>;
  delete body['@metadata'];
  writes.push({ ifMatch, body });
  if (url.searchParams.get('id') === ID && ifMatch !== changeVector)
    return {
      status: 409,
      body: JSON.stringify({
        Type: 'Raven.Client.Exceptions.ConcurrencyException',
        Message: 'changed',
        ActualChangeVector: changeVector,
      }),
    };
  writeBehind(JSON.stringify(body));
  return { status: 201, body: `{"Id":"${ID}","ChangeVector":"A:${stored.version}-x"}` };
}

function open(params: Record<string, string> = { id: ID }) {
  const session: Session = {
    port: scriptedPort({ http: answer }),
    connectionId: 'sandbox',
    database: 'Shop',
    openScreen: () => undefined,
    closeTab: () => undefined,
    setConnection: () => undefined,
    setDatabase: () => undefined,
    notify: () => undefined,
    reportError: (thrown) => errors.push(thrown),
    runOperation: () => Promise.reject(new Error('not part of this test')),
    addCommands: () => () => undefined,
    setDirty: () => undefined,
    readTabState: () => undefined,
    writeTabState: () => undefined,
    readDatabaseState: (feature) => databaseState.get(feature),
    writeDatabaseState: (feature, state) => databaseState.set(feature, state),
  };
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext.Provider value={session}>
        <DocumentScreen tabId="t1" connectionId="sandbox" database="Shop" params={params} />
      </SessionContext.Provider>
    </QueryClientProvider>,
  );
}

const editor = () => screen.findByLabelText<HTMLTextAreaElement>(`Document ${ID}`);
async function type(text: string) {
  fireEvent.change(await editor(), { target: { value: text } });
}
async function pressCtrlS() {
  fireEvent.keyDown(await editor(), { key: 's', ctrlKey: true });
}
async function press(name: RegExp | string) {
  fireEvent.click(await screen.findByRole('button', { name }));
}
const changes = async () => within(await screen.findByRole('dialog', { name: `Unsaved changes of ${ID}` }));

async function closeChanges() {
  // In the header and in the footer.
  for (const button of (await changes()).getAllByRole('button', { name: 'Close' }).slice(1))
    fireEvent.click(button);
}

beforeEach(() => {
  stored = { text: '{"Freight":1,"City":"Ulm"}', version: 1 };
  writes = [];
  databaseState = new Map();
  errors = [];
});
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  expect(errors).toEqual([]);
});

it('shows what a save changes, and writes on confirmation only', async () => {
  open();
  await type('{"Freight":2,"City":"Ulm"}');
  await pressCtrlS();
  const dialog = await changes();
  expect(dialog.getByText(/Changed: Freight/)).toBeTruthy();
  expect(writes).toEqual([]);
  const save = dialog.getByRole('button', { name: 'Save' });
  // Enter confirms.
  await waitFor(() => expect(document.activeElement).toBe(save));
  fireEvent.click(save);
  await waitFor(() => expect(writes).toEqual([{ ifMatch: 'A:1-x', body: { Freight: 2, City: 'Ulm' } }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('writes nothing when the comparison is closed, and keeps the text', async () => {
  open();
  await type('{"Freight":2}');
  await press(/^Save/);
  await closeChanges();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await editor()).value).toBe('{"Freight":2}');
  expect(writes).toEqual([]);
});

it('reports invalid JSON instead of a comparison', async () => {
  open();
  await type('{"Freight":2,}');
  await press(/^Save/);
  expect((await screen.findByRole('alert')).textContent).toContain('Line 1, column 14');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('saves at once when the database is set so, also after a restart, and can show the comparison again', async () => {
  const first = open();
  await type('{"Freight":2}');
  await press(/^Save/);
  fireEvent.click((await changes()).getByRole('checkbox', { name: /Show this comparison/ }));
  fireEvent.click((await changes()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(writes).toHaveLength(1));
  first.unmount();

  open();
  await type('{"Freight":3}');
  await press(/^Save/);
  await waitFor(() => expect(writes).toHaveLength(2));
  expect(screen.queryByRole('dialog')).toBeNull();

  await type('{"Freight":4}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Changes' })).toHaveProperty('disabled', false),
  );
  await press('Changes');
  fireEvent.click((await changes()).getByRole('checkbox', { name: /Show this comparison/ }));
  await closeChanges();
  await press(/^Save/);
  await changes();
  expect(writes).toHaveLength(2);
});

it('saves a new document without a comparison', async () => {
  open({ collection: 'Orders' });
  fireEvent.change(await screen.findByLabelText('Id'), { target: { value: 'orders/2' } });
  await press(/^Save/);
  await waitFor(() => expect(writes).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** Mine changes Freight and City, theirs Freight and adds Notes. */
async function conflict() {
  databaseState.set('document-editor', { saveWithoutComparison: true });
  open();
  await type('{"Freight":2,"City":"Bonn","@metadata":{"@collection":"Orders"}}');
  writeBehind('{"Freight":3,"City":"Ulm","Notes":[1]}');
  await press(/^Save/);
  await screen.findByRole('alert', { name: 'Conflict' });
  await press('Merge…');
  return within(await screen.findByRole('dialog', { name: `Merge ${ID}` }));
}
const result = () => screen.findByLabelText<HTMLTextAreaElement>(`Merged text of ${ID}`);
const rowOf = (name: string) =>
  [...(screen.getByRole('rowheader', { name }).closest('tr')?.cells ?? [])]
    .slice(1)
    .map((cell) => cell.textContent.replace(/^Take .*: /, ''))
    .join(' ');

it('merges by property: both changes are taken, and a contested one is chosen', async () => {
  const dialog = await conflict();
  expect(rowOf('Freight')).toBe('1 2 3 choose');
  expect(rowOf('City')).toContain('mine');
  expect(rowOf('Notes')).toContain('theirs');
  expect(JSON.parse((await result()).value)).toMatchObject({ Freight: 2, City: 'Bonn', Notes: [1] });
  const save = dialog.getByRole('button', { name: 'Save result' });
  fireEvent.click(save);
  expect(writes).toHaveLength(1);

  fireEvent.click(dialog.getByRole('button', { name: /^Take theirs for Freight/ }));
  await waitFor(() => expect(rowOf('Freight')).toContain('theirs'));
  fireEvent.click(dialog.getByRole('button', { name: /^Take base for City/ }));
  await waitFor(() => expect(dialog.getByText('all decided')).toBeTruthy());
  fireEvent.click(dialog.getByRole('button', { name: 'Save result' }));
  await waitFor(() =>
    expect(writes.at(-1)).toEqual({ ifMatch: 'A:2-x', body: { Freight: 3, City: 'Ulm', Notes: [1] } }),
  );
  await waitFor(() => expect(screen.queryByRole('alert', { name: 'Conflict' })).toBeNull());
});

it('saves an edited result, and none that is not JSON', async () => {
  const dialog = await conflict();
  fireEvent.change(await result(), { target: { value: '{"Freight":' } });
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Take mine for Freight/ }).disabled).toBe(
      true,
    ),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Save result' }));
  expect(writes).toHaveLength(1);

  fireEvent.change(await result(), { target: { value: '{"Freight":2.5,"City":"Bonn"}' } });
  await waitFor(() => expect(rowOf('Freight')).toContain('edited'));
  fireEvent.click(dialog.getByRole('button', { name: 'Save result' }));
  await waitFor(() =>
    expect(writes.at(-1)).toEqual({ ifMatch: 'A:2-x', body: { Freight: 2.5, City: 'Bonn' } }),
  );
});

it('shows a second conflict against the version that was merged, and overwrites nothing', async () => {
  const dialog = await conflict();
  fireEvent.click(dialog.getByRole('button', { name: 'Take mine for the rest' }));
  await waitFor(() => expect(dialog.getByText('all decided')).toBeTruthy());
  writeBehind('{"Freight":9,"City":"Ulm","Notes":[1]}');
  fireEvent.click(dialog.getByRole('button', { name: 'Save result' }));
  const panel = within(await screen.findByRole('alert', { name: 'Conflict' }));
  expect(stored.text).toBe('{"Freight":9,"City":"Ulm","Notes":[1]}');
  // Only what changed since the first merge: Notes is in both.
  expect(
    panel.getByText(/The other version changes Freight\. Your version changes Freight, City\./),
  ).toBeTruthy();
  await press('Merge…');
  await screen.findByRole('dialog', { name: `Merge ${ID}` });
  expect(rowOf('Freight')).toBe('3 2 9 choose');
  expect(screen.queryByRole('rowheader', { name: 'Notes' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Take theirs for Freight/ }));
  await waitFor(() => expect(screen.getByText('all decided')).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Save result' }));
  await waitFor(() =>
    expect(writes.at(-1)).toEqual({ ifMatch: 'A:3-x', body: { Freight: 9, City: 'Bonn', Notes: [1] } }),
  );
});
