// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { emptyVector, type VectorForm } from './vector-form.ts';
import { VectorOptions } from './vector-options.tsx';

afterEach(cleanup);

function open(vector: VectorForm | null, unsupported?: string) {
  const onChange = vi.fn<(vector: VectorForm | null) => void>();
  render(
    <VectorOptions
      vector={vector}
      searchEngine=""
      unsupported={unsupported}
      disabled={false}
      onChange={onChange}
    />,
  );
  return onChange;
}

const toggle = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Vector/ });

it('adds options with the defaults of servers, and changes one of them', () => {
  const added = open(null);
  expect(screen.queryByLabelText('Dimensions')).toBeNull();
  fireEvent.click(toggle());
  expect(added).toHaveBeenCalledExactlyOnceWith(emptyVector);
  cleanup();
  const changed = open({ ...emptyVector, others: { Metric: 'Dot' } });
  fireEvent.change(screen.getByLabelText('Dimensions'), { target: { value: '384' } });
  expect(changed).toHaveBeenCalledExactlyOnceWith({
    ...emptyVector,
    dimensions: 384,
    others: { Metric: 'Dot' },
  });
});

it('says why a server indexes no vectors, and still removes options', () => {
  open(null, 'RavenDB 6.2 indexes no vectors.');
  expect(toggle().disabled).toBe(true);
  expect(screen.getByText(/RavenDB 6\.2 indexes no vectors/)).toBeTruthy();
  cleanup();
  const removed = open(emptyVector, 'RavenDB 6.2 indexes no vectors.');
  fireEvent.click(toggle());
  expect(removed).toHaveBeenCalledExactlyOnceWith(null);
});

it('warns of options with which indexing fails', () => {
  open({ ...emptyVector, source: 'Int8', destination: 'Single' });
  expect(screen.getByRole('status').textContent).toContain('Choose Int8');
});
