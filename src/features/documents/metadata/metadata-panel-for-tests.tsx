/** The metadata panel next to a text area instead of the editor. */
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect } from 'vitest';
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

export let clones: number;
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

export function open(initial: string, shown: Shown = {}) {
  renderInSession({ port }, <Panel initial={initial} {...shown} />);
}

export const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text').value;
export const typeText = (value: string) =>
  fireEvent.change(screen.getByLabelText('Text'), { target: { value } });
/** Names and values, without the buttons. */
export const rows = () => screen.queryAllByRole('listitem').map((row) => row.firstElementChild?.textContent);
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const dialog = () => within(screen.getByRole('dialog'));
export const fill = (label: string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });
export const submit = (name: 'Add' | 'Apply') => fireEvent.click(dialog().getByRole('button', { name }));
export async function chooseType(name: string) {
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
