// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MapChart } from './map-chart.tsx';

beforeAll(() => {
  // jsdom has no layout: sizes never change, and there is nothing to observe.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

const points = {
  latitudes: Float64Array.of(48, 51, -34),
  longitudes: Float64Array.of(2, 0, 151),
};

function renderMap(selected: number | null) {
  const [onSelect, onOpen] = [vi.fn(), vi.fn()];
  render(
    <MapChart
      points={points}
      shapes={[]}
      label="Map of 3 rows"
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
      describe={(point) => `point ${point}`}
    />,
  );
  return { map: screen.getByRole('application', { name: 'Map of 3 rows' }), onSelect, onOpen };
}

test.each([
  [null, 'PageDown', 0],
  [null, 'PageUp', 2],
  [0, 'PageDown', 1],
  [2, 'PageDown', 0],
  [0, 'PageUp', 2],
])('with %s selected, %s selects %s', (selected, key, expected) => {
  const { map, onSelect } = renderMap(selected);
  fireEvent.keyDown(map, { key });
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(expected);
});

test('Enter opens the selected point, and other keys are left to the page', () => {
  const { map, onOpen, onSelect } = renderMap(1);
  fireEvent.keyDown(map, { key: 'Enter' });
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(1);
  expect(fireEvent.keyDown(map, { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(map, { key: 'PageDown', ctrlKey: true })).toBe(true);
  expect(onSelect).not.toHaveBeenCalled();
});

test('plus zooms in: the scale bar shows a shorter length', () => {
  const { map } = renderMap(null);
  const kilometers = (): number =>
    Number((/[\d,.]+(?= km)/.exec(map.textContent)?.[0] ?? '').replaceAll(',', ''));
  const before = kilometers();
  for (let presses = 0; presses < 12; presses++) fireEvent.keyDown(map, { key: '+' });
  expect(kilometers()).toBeGreaterThan(0);
  expect(kilometers()).toBeLessThan(before);
});
