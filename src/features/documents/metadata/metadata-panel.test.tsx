// @vitest-environment jsdom
/** The metadata of a document in step with its text. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  chooseType,
  clones,
  dialog,
  fill,
  open,
  press,
  rows,
  submit,
  text,
  typeText,
} from './metadata-panel-for-tests.tsx';

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
