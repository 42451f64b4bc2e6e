// @vitest-environment jsdom
/** The collection of a document in step with its text. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clones, open, press, text, typeText } from './metadata-panel-for-tests.tsx';

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
