// @vitest-environment jsdom
/** The dates of a document in step with its text, under the settings of a fake server. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionContext, type Session } from '../../../app/registry/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { DatesPanel } from './dates-panel.tsx';
import { withDate, type TypedDates } from './document-dates.ts';

let answers: Record<string, { status?: number; body?: string }>;
let opened: unknown[];

function Panel({ initial, writeRefusal }: { readonly initial: string; readonly writeRefusal?: string }) {
  const [current, setCurrent] = useState(initial);
  const [typed, setTyped] = useState<TypedDates>({});
  return (
    <>
      <textarea aria-label="Text" value={current} onChange={(event) => setCurrent(event.target.value)} />
      <DatesPanel
        client={new ServerClient(port, 'sandbox').database('Shop')}
        queryKey={['sandbox', 'Shop']}
        collection="Orders"
        text={current.endsWith('}') ? current : null}
        onDate={(job, date) => setCurrent(withDate(current, job, date))}
        typed={typed}
        onTyped={setTyped}
        archived={false}
        writeRefusal={writeRefusal}
        onUnarchive={() => Promise.resolve()}
      />
    </>
  );
}

const port = scriptedPort({
  http: ({ path }) => answers[path.replace('/databases/Shop', '')] ?? { status: 404 },
});

function open(initial = '{}', writeRefusal?: string) {
  const session = {
    port,
    openScreen: (id: string, options: { readonly params?: unknown }) => opened.push([id, options.params]),
  } as unknown as Session;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext.Provider value={session}>
        <Panel initial={initial} {...(writeRefusal === undefined ? {} : { writeRefusal })} />
      </SessionContext.Provider>
    </QueryClientProvider>,
  );
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text').value;
const group = (name: string) => within(screen.getByRole('group', { name: new RegExp(`^${name}`) }));
const field = (name: string) => group(name).getByLabelText<HTMLInputElement>('Local time');
function typeDate(name: string, value: string) {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
}

beforeEach(() => {
  answers = {};
  opened = [];
});
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

it('writes a preset into the text, says that the feature is off, and opens its settings', async () => {
  open();
  for (const [name, member, feature, section] of [
    ['Archive at', '@archive-at', 'Data archival', 'archival'],
    ['Expires', '@expires', 'Document expiration', 'expiration'],
    ['Refresh', '@refresh', 'Document refresh', 'refresh'],
  ] as const) {
    fireEvent.click(group(name).getByRole('button', { name: `Presets for ${name}` }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'In 30 days' }));
    await waitFor(() =>
      expect(text()).toMatch(
        new RegExp(`"${member}": "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}0000Z"`),
      ),
    );
    const part = group(name);
    expect(
      await part.findByText(
        `${feature} was never switched on in this database: nothing will happen at that time.`,
      ),
    ).toBeTruthy();
    fireEvent.click(part.getByRole('button', { name: `Open ${feature.toLowerCase()} settings` }));
    expect(opened.at(-1)).toEqual(['settings', { section }]);
    fireEvent.click(part.getByRole('button', { name: `Clear ${name}` }));
    expect(text()).not.toContain(member);
  }
});

it('follows the text, shows UTC, the frequency and what the indexes do', async () => {
  answers['/data-archival/config'] = { body: '{"Disabled":false,"ArchiveFrequencyInSec":7200}' };
  answers['/indexes/stats'] = {
    body: '{"Results":[{"Name":"A","Collections":{"Orders":{}}},{"Name":"B","Collections":{"Orders":{}},"ArchivedDataProcessingBehavior":"IncludeArchived"}]}',
  };
  open();
  fireEvent.change(screen.getByLabelText('Text'), {
    target: { value: '{"@metadata":{"@archive-at":"2001-05-01T10:00:00.0000000Z"}}' },
  });
  expect(group('Archive at').getByText('2001-05-01T10:00:00Z')).toBeTruthy();
  expect(
    await group('Archive at').findByText(/archived at the next run \(the server checks every 2 hours\)/),
  ).toBeTruthy();
  expect(
    await screen.findByText(/2 indexes cover Orders\. B is set to keep archived documents\./),
  ).toBeTruthy();
  expect(field('Expires').value).toBe('');
});

it('keeps an invalid date in its field and leaves the text alone', () => {
  open('{"A":1}');
  typeDate('Refresh', 'soon');
  expect(field('Refresh').getAttribute('aria-invalid')).toBe('true');
  expect(text()).toBe('{"A":1}');
  typeDate('Refresh', '2030-01-01T00:00:00Z');
  expect(text()).toContain('"@refresh": "2030-01-01T00:00:00.0000000Z"');
});

it('offers no date while the text is not JSON, and none on a read-only connection', () => {
  open('{"A":');
  expect(field('Expires').disabled).toBe(true);
  cleanup();
  open('{"@metadata":{"@expires":"2001-05-01T10:00:00.0000000Z"}}', 'This connection is read-only.');
  expect(field('Expires').readOnly).toBe(true);
  fireEvent.click(group('Expires').getByRole('button', { name: 'Clear Expires' }));
  fireEvent.click(group('Expires').getByRole('button', { name: 'Presets for Expires' }));
  expect(screen.queryByRole('menuitem')).toBeNull();
  expect(text()).toContain('2001-05-01');
});
