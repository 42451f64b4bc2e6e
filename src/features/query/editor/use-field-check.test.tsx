// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FieldWarningBar } from './field-warning.tsx';
import type { SampledNames } from './use-completion-names.ts';
import { useFieldCheck } from './use-field-check.ts';

afterEach(cleanup);

const orders = [{ Company: 'companies/1-A', ShipTo: { City: 'Oslo' } }];

function checkWith(sample: SampledNames['sample']) {
  return renderHook(() => useFieldCheck({ sample } as SampledNames)).result;
}
const sampled = (complete: boolean) => () => Promise.resolve({ documents: orders, complete });

it('holds back a query on a field that no sampled document has, until it is accepted', async () => {
  const check = checkWith(sampled(false));
  const query = "from Orders where ShipTo.Cty = 'Oslo'";
  expect(await act(() => check.current.allows(query))).toBe(false);
  expect(check.current.warning).toMatchObject({ collection: 'Orders', sampled: 1, complete: false });
  act(() => check.current.accept());
  expect(check.current.warning).toBeNull();
  expect(await act(() => check.current.allows(query))).toBe(true);
});

it('reads no sample for a query without conditions, and runs unchecked when the sample fails', async () => {
  const sample = vi.fn(() => Promise.reject(new Error('the server does not answer')));
  const check = checkWith(sample);
  expect(await act(() => check.current.allows('from Orders limit 5'))).toBe(true);
  expect(sample).not.toHaveBeenCalled();
  expect(await act(() => check.current.allows('from Orders where Zebra = 1'))).toBe(true);
  expect(sample).toHaveBeenCalledOnce();
});

it('names the field, where it was looked for, and corrects it behind its alias', () => {
  const query = "from Orders as o where o.ShipTo.Cty = 'Oslo'";
  const field = { path: 'ShipTo.Cty', nearest: 'ShipTo.City', start: 23, end: 35 };
  const correct = vi.fn();
  render(
    <FieldWarningBar
      warning={{ query, collection: 'Orders', fields: [field], sampled: 1, complete: true }}
      onCorrect={correct}
      onRunAnyway={vi.fn()}
      onDismiss={vi.fn()}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain(
    'ShipTo.Cty is in no document of Orders; did you mean ShipTo.City?',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Correct and run' }));
  expect(correct).toHaveBeenCalledWith("from Orders as o where o.ShipTo.City = 'Oslo'");
});
