// @vitest-environment jsdom
/** The metadata form of a document on its screen: what it changes is saved as text. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { editor, open, opened, press, server, type } from './document-screen-for-tests.tsx';

const panel = async () => within(await screen.findByRole('region', { name: 'Metadata' }));
const savedText = () => server.requests.find((request) => request.method === 'PUT')?.body;

it('saves a new document in the collection of the form', async () => {
  open({ collection: 'Orders' });
  const collection = await (await panel()).findByLabelText<HTMLInputElement>('Collection');
  expect(collection.value).toBe('Orders');
  fireEvent.change(collection, { target: { value: 'Tasks' } });
  fireEvent.change(screen.getByLabelText('Id'), { target: { value: 'tasks/1' } });
  await press(/^Save/);
  await waitFor(() => expect(opened).toEqual([['document', { id: 'tasks/1' }]]));
  expect(savedText()).toBe('{\n    "@metadata": {\n        "@collection": "Tasks"\n    }\n}');
});

it('changes the text by the form and the form by the text, and saves that text', async () => {
  open({ id: 'orders/1' });
  await type('{"Freight":1.50,"@metadata":{"@collection":"Orders","tag":"a"}}');
  const metadata = await panel();
  fireEvent.click(await metadata.findByRole('button', { name: 'Edit tag…' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'label' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  const changed = '{"Freight":1.50,"@metadata":{"@collection":"Orders","label":"a"}}';
  await waitFor(async () => expect((await editor()).value).toBe(changed));
  expect(screen.getByText('unsaved')).toBeTruthy();
  await press(/^Save/);
  await waitFor(() => expect(savedText()).toBe(changed));
});

it('opens a clone without an id for another collection', async () => {
  open({ id: 'orders/1' });
  fireEvent.click(await (await panel()).findByRole('button', { name: 'Clone to another collection' }));
  expect(opened).toEqual([['document', { cloneOf: 'orders/1', collection: '' }]]);
});
