// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Icicle } from './icicle.tsx';
import { buildStackTree } from './stack-tree.ts';

beforeEach(() => {
  // jsdom has no layout and no canvas: all elements get this size, and there is no canvas context.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly callback: () => void;
      constructor(callback: () => void) {
        this.callback = callback;
      }
      observe() {
        this.callback();
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(cleanup);

const tree = buildStackTree([
  { frames: ['wait', 'pool', 'main'], count: 3 },
  { frames: ['write', 'journal', 'main'], count: 1 },
]);
const look = {
  shortName: (frame: string) => frame,
  isOwn: () => false,
  countText: (count: number) => `${count} threads`,
  rootName: 'All threads',
};

function Shown() {
  const [selectedId, onSelect] = useState<number | null>(null);
  return (
    <Icicle
      tree={tree}
      look={look}
      label="Stacks"
      found={new Set()}
      selectedId={selectedId}
      onSelect={onSelect}
    />
  );
}

const place = () => screen.getByRole('treeitem').getAttribute('aria-label');
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('tree', { name: 'Stacks' }), { key });
};

test('moves along and across frames with the arrow keys, and announces name and share', () => {
  render(<Shown />);
  expect(place()).toBe('All threads, 4 threads, 100.0 %');
  press('ArrowDown', 'ArrowDown');
  expect(place()).toBe('pool, 3 threads, 75.0 %');
  press('ArrowRight');
  expect(place()).toBe('journal, 1 threads, 25.0 %');
  expect(document.activeElement).toBe(screen.getByRole('treeitem', { selected: true }));
  press('ArrowUp');
  expect(place()).toBe('main, 4 threads, 100.0 %');
});

test('zooms in with Enter and out with Escape', () => {
  render(<Shown />);
  press('ArrowDown', 'ArrowDown', 'ArrowRight');
  expect(screen.getByRole('treeitem').style.left).toBe('300px');
  press('Enter');
  expect(screen.getByRole('treeitem').style).toMatchObject({ left: '0px', width: '400px' });
  press('Escape', 'ArrowDown', 'ArrowRight');
  expect(screen.getByRole('treeitem').style.left).toBe('300px');
});

test('selects the frame under the pointer on click, and zooms to it on double click', () => {
  render(<Shown />);
  const chart = screen.getByRole('tree', { name: 'Stacks' });
  fireEvent.click(chart, { clientX: 350, clientY: 45, detail: 1 });
  expect(place()).toBe('journal, 1 threads, 25.0 %');
  fireEvent.click(chart, { clientX: 10, clientY: 45, detail: 2 });
  fireEvent.doubleClick(chart, { clientX: 10, clientY: 45 });
  expect(place()).toBe('journal, 1 threads, 25.0 %');
  expect(screen.getByRole('treeitem').style.width).toBe('400px');
});

test('shows the tooltip until the pointer leaves', () => {
  render(<Shown />);
  const chart = screen.getByRole('tree', { name: 'Stacks' });
  fireEvent.mouseMove(chart, { clientX: 10, clientY: 65 });
  expect(screen.getByText('wait')).toBeTruthy();
  expect(screen.getByText('3 threads, 75.0 %')).toBeTruthy();
  fireEvent.mouseLeave(chart);
  expect(screen.queryByText('wait')).toBeNull();
});
