// @vitest-environment jsdom
/** The metadata of a document in step with its text. */
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import { ServerClient } from '../../../protocol/client.ts';
import type { DocumentMetadata } from '../../../protocol/documents.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { changeMetadata } from './document-metadata.ts';
import { MetadataPanel } from './metadata-panel.tsx';

const stored: DocumentMetadata = {
  id: 'orders/1',
  collection: 'Orders',
  changeVector: 'A:1-x',
  lastModified: '2026-11-28T10:00:00.0000000Z',
  flags: ['HasAttachments'],
};

interface Shown {
  /** Null for a document that is not saved yet. */
  readonly metadata?: DocumentMetadata | null;
  readonly writeRefusal?: string;
}

let clones: number;
const port = scriptedPort({
  http: ({ path }) =>
    path.endsWith('/collections/stats')
      ? { body: '{"CountOfDocuments":3,"Collections":{"Orders":2,"Tasks":1,"@hilo":1}}' }
      : { status: 404 },
});
const client = new ServerClient(port, 'server').database('Shop');

function Panel({ initial, metadata = stored, writeRefusal }: Shown & { readonly initial: string }) {
  const [current, setCurrent] = useState(initial);
  return (
    <>
      <textarea aria-label="Text" value={current} onChange={(event) => setCurrent(event.target.value)} />
      <MetadataPanel
        database={{ client, key: ['server', 'Shop'], writeRefusal }}
        metadata={metadata}
        text={isJson(current) ? current : null}
        onChange={(changes) => setCurrent(changeMetadata(current, changes))}
        onClone={() => clones++}
      />
    </>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function open(initial: string, shown: Shown = {}) {
  renderInSession({ port }, <Panel initial={initial} {...shown} />);
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text').value;
const typeText = (value: string) => fireEvent.change(screen.getByLabelText('Text'), { target: { value } });
/** Names and values, without the buttons. */
const rows = () => screen.queryAllByRole('listitem').map((row) => row.firstElementChild?.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const fill = (label: string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const submit = (name: 'Add' | 'Apply') => fireEvent.click(dialog().getByRole('button', { name }));
async function chooseType(name: string) {
  fireEvent.click(dialog().getByRole('combobox', { name: /^Type/ }));
  const option = await screen.findByRole('option', { name });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
}

beforeEach(() => {
  clones = 0;
});
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

describe('own properties', () => {
  it('follow the text, and an undo in it', () => {
    open('{"@metadata":{"@collection":"Orders","@expires":"2030","tag":"a"}}');
    expect(rows()).toEqual(['tag"a"']);
    const before = text();
    typeText('{"@metadata":{"@collection":"Orders","label":[1.50, 2],"tag":true}}');
    expect(rows()).toEqual(['label[1.50, 2]', 'tagtrue']);
    typeText(before);
    expect(rows()).toEqual(['tag"a"']);
  });

  it('are added to the text with the chosen type', async () => {
    open('{\n    "A": 1.50\n}');
    press('Add property…');
    fill('Name', ' weight ');
    await chooseType('Number');
    fill('Value', '12.50');
    submit('Add');
    expect(text()).toBe('{\n    "A": 1.50,\n    "@metadata": {\n        "weight": 12.50\n    }\n}');
    expect(rows()).toEqual(['weight12.50']);

    press('Add property…');
    fill('Name', 'open');
    await chooseType('True');
    expect(dialog().queryByLabelText('Value')).toBeNull();
    submit('Add');
    press('Add property…');
    fill('Name', 'list');
    await chooseType('JSON');
    fill('Value', '["a",');
    submit('Add');
    expect(dialog().getByRole('alert').textContent).toContain('Invalid JSON. Line 1');
    fill('Value', '["a"]');
    submit('Add');
    expect(JSON.parse(text())).toEqual({ A: 1.5, '@metadata': { weight: 12.5, open: true, list: ['a'] } });
  });

  it('are renamed at their place, and keep a value that is not edited as written', () => {
    open('{"@metadata":{"tag":"caf\\u00e9","b":1}}');
    press('Edit tag…');
    fill('Name', 'label');
    submit('Apply');
    expect(text()).toBe('{"@metadata":{"label":"caf\\u00e9","b":1}}');
    press('Edit label…');
    fill('Value', 'tea');
    submit('Apply');
    expect(text()).toBe('{"@metadata":{"label":"tea","b":1}}');
  });

  it('are not applied under a name that is empty, taken, or of the server', () => {
    open('{"@metadata":{"tag":1,"b":2}}');
    press('Add property…');
    submit('Add');
    expect(dialog().getByRole('alert').textContent).toBe('A property needs a name.');
    for (const [name, problem] of [
      ['tag', 'has tag already'],
      ['@flags', 'The server sets @flags'],
      ['@collection', 'has its own place'],
      ['@refresh', 'with the dates'],
    ] as const) {
      fill('Name', name);
      submit('Add');
      expect(dialog().getByRole('alert').textContent).toContain(problem);
    }
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(text()).toBe('{"@metadata":{"tag":1,"b":2}}');
  });

  it('are removed from the text, and the focus stays in the panel', () => {
    open('{"@metadata":{"tag":1,"b":2}}');
    press('Remove tag');
    expect(text()).toBe('{"@metadata":{"b":2}}');
    expect(rows()).toEqual(['b2']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add property…' }));
  });

  it('with two of a name are edited in the text only', () => {
    open('{"@metadata":{"tag":1,"tag":2}}');
    for (const button of screen.getAllByRole('button', { name: /^(Edit|Remove) tag/ })) {
      expect(button.getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(button);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(text()).toBe('{"@metadata":{"tag":1,"tag":2}}');
  });
});

describe('the collection of a new document', () => {
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Collection' });

  it('follows the text and changes it while it is typed', async () => {
    open('{"@metadata":{"@collection":"Orders","tag":1}}', { metadata: null });
    expect(field().value).toBe('Orders');
    fireEvent.change(field(), { target: { value: 'Parcels ' } });
    expect(field().value).toBe('Parcels ');
    expect(text()).toBe('{"@metadata":{"@collection":"Parcels","tag":1}}');
    expect(await screen.findByText(/^A new collection\./)).toBeTruthy();
    fireEvent.blur(field());
    expect(field().value).toBe('Parcels');
    fireEvent.change(field(), { target: { value: '' } });
    expect(text()).toBe('{"@metadata":{"tag":1}}');
    typeText('{"@metadata":{"@collection":"tasks"}}');
    fireEvent.blur(field());
    expect(field().value).toBe('tasks');
    expect(screen.queryByText(/^A new collection\./)).toBeNull();
  });

  it('has the collections of the database as suggestions, without those of the system', async () => {
    open('{}', { metadata: null });
    await waitFor(() =>
      expect([...(field().list?.options ?? [])].map(({ value }) => value)).toEqual(['Orders', 'Tasks']),
    );
  });

  it('names a value in the text that is not a name', () => {
    open('{"@metadata":{"@collection":5}}', { metadata: null });
    expect(screen.getByRole('alert').textContent).toContain('The text holds 5 as @collection');
    fireEvent.change(field(), { target: { value: 'Orders' } });
    expect(text()).toBe('{"@metadata":{"@collection":"Orders"}}');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the collection of a stored document', () => {
  it('is fixed, with the reason and a clone as the way out', () => {
    open('{"@metadata":{"@collection":"Orders"}}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText(/^Fixed since the first save/)).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
    press('Clone to another collection');
    expect(clones).toBe(1);
  });

  it('is restored in a text that names another one, or none', () => {
    open('{"@metadata":{"@collection":"Tasks"}}');
    expect(screen.getByRole('status').textContent).toContain('The text names the collection Tasks.');
    press('Restore Orders');
    expect(text()).toBe('{"@metadata":{"@collection":"Orders"}}');
    expect(screen.queryByRole('status')).toBeNull();
    typeText('{"A":1}');
    expect(screen.getByRole('status').textContent).toContain('The text names no collection.');
    typeText('{"@metadata":{"@collection":"orders"}}');
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('properties of the server', () => {
  it('are read-only, with values and reasons', () => {
    open('{}');
    const group = within(screen.getByRole('group'));
    const values = group.getAllByRole('definition').map((each) => each.textContent);
    expect(group.getAllByRole('term').map((each) => each.textContent)).toEqual([
      '@id',
      '@change-vector',
      '@last-modified',
      '@flags',
      '@attachments',
    ]);
    expect(values[0]).toContain('orders/1Fixed.');
    expect(values[4]).toContain('Listed under Attachments');
    expect(group.queryByRole('button')).toBeNull();
  });

  it('that are typed into the text can be removed, and not edited', () => {
    open('{"@metadata":{"@collection":"Orders","@flags":"Archived"}}');
    expect(rows()[0]).toContain('The server sets @flags and ignores it in the text.');
    press('Edit @flags…');
    expect(screen.queryByRole('dialog')).toBeNull();
    press('Remove @flags');
    expect(text()).toBe('{"@metadata":{"@collection":"Orders"}}');
  });
});

describe('a panel that cannot change the text', () => {
  it('keeps the last valid metadata while the text is invalid, and changes nothing', () => {
    open('{"@metadata":{"@collection":"Orders","tag":1}}');
    typeText('{"@metadata":{"@collection":"Orders","tag":');
    expect(
      screen.getByText('Metadata can be edited once the text is valid JSON.', { selector: 'p' }),
    ).toBeTruthy();
    expect(rows()).toEqual(['tag1']);
    press('Add property…');
    press('Edit tag…');
    press('Remove tag');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(text()).toBe('{"@metadata":{"@collection":"Orders","tag":');
    typeText('{"@metadata":{"@collection":"Orders","tag":2}}');
    press('Edit tag…');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('disables the collection of a new document while the text is invalid', () => {
    open('{"@metadata":', { metadata: null });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Collection' }).disabled).toBe(true);
  });

  it('says why where the metadata is not an object', () => {
    open('{"@metadata":5}');
    expect(screen.getByText(/once @metadata is a JSON object/, { selector: 'p' })).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is read-only on a read-only connection', () => {
    const writeRefusal = 'This connection is read-only.';
    const initial = '{"@metadata":{"@collection":"Tasks","tag":1}}';
    open(initial, { writeRefusal });
    for (const name of [
      'Add property…',
      'Edit tag…',
      'Remove tag',
      'Restore Orders',
      'Clone to another collection',
    ]) {
      expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
      press(name);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([text(), clones]).toEqual([initial, 0]);
    cleanup();
    open(initial, { metadata: null, writeRefusal });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Collection' }).readOnly).toBe(true);
  });
});
