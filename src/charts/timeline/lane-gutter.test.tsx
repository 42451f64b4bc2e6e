// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LaneGutter } from './lane-gutter.tsx';
import { defaultArrangement, layoutRows, type LaneArrangement } from './row-layout.ts';

afterEach(cleanup);

test('renders no name again for another callback, and calls the latest one', () => {
  let read = 0;
  const group = {
    ...{ id: 0, key: 'a', shift: 0 },
    get label() {
      read++;
      return 'Documents';
    },
  };
  const { rows } = layoutRows([group], [], () => true);
  const gutter = (onArrangement: (arrangement: LaneArrangement) => void) => (
    <LaneGutter
      {...{ rows, onArrangement, scroll: 0, height: 400, width: 100 }}
      arrangement={defaultArrangement}
    />
  );
  const first = vi.fn();
  const second = vi.fn();
  const { rerender } = render(gutter(first));
  const before = read;
  expect(before).toBeGreaterThan(0);
  rerender(gutter(second));
  expect(read).toBe(before);

  fireEvent.click(screen.getByRole('button', { name: 'Documents' }));
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledWith({ ...defaultArrangement, collapsed: ['a'] });
});
