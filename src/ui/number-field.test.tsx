// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { FieldScope, useInvalidFields } from './field-scope.tsx';
import { NumberField } from './number-field.tsx';

afterEach(cleanup);

function Counter(props: { readonly onSave: (value: number | null) => void }): ReactNode {
  const [value, setValue] = useState<number | null>(1);
  return (
    <Dialog open onClose={() => {}} title="Add counter" onSubmit={() => props.onSave(value)}>
      <NumberField label="Add" value={value} onChange={setValue} max={100} />
      <button type="submit">Save</button>
    </Dialog>
  );
}

it.each(['5.5', '101', 'abc'])('a dialog does not save the beginning of the invalid text %s', (text) => {
  const save = vi.fn();
  render(<Counter onSave={save} />);
  const field = screen.getByRole('spinbutton');
  for (let length = 1; length <= text.length; length++)
    fireEvent.change(field, { target: { value: text.slice(0, length) } });
  fireEvent.click(screen.getByText('Save'));
  expect(save).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: '7' } });
  fireEvent.click(screen.getByText('Save'));
  expect(save).toHaveBeenCalledExactlyOnceWith(7);
});

function Section(): ReactNode {
  const fields = useInvalidFields();
  const [value, setValue] = useState<number | null>(3);
  const [isShown, setShown] = useState(true);
  return (
    <>
      <p>{fields.invalidReason ?? 'All valid.'}</p>
      <FieldScope report={fields.report}>
        {isShown && <NumberField label="Minutes" value={value} onChange={setValue} />}
      </FieldScope>
      <button onClick={() => setValue(9)}>Revert</button>
      <button onClick={() => setShown(false)}>Hide</button>
    </>
  );
}

it('an invalid text ends with a value from outside, or with its field', () => {
  render(<Section />);
  const type = () => fireEvent.change(screen.getByRole('spinbutton'), { target: { value: 'x' } });
  expect(screen.getByText('All valid.')).toBeDefined();
  type();
  expect(screen.getByText('Correct the marked number first.')).toBeDefined();
  fireEvent.click(screen.getByText('Revert'));
  expect(screen.getByText('All valid.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('9');
  type();
  fireEvent.click(screen.getByText('Hide'));
  expect(screen.getByText('All valid.')).toBeDefined();
});
