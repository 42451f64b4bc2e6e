// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Icicle } from './icicle.tsx';
import { buildStackTree } from './stack-tree.ts';

beforeEach(() => {
  // jsdom lays nothing out and draws nothing: everything is as large as this says, and there is no canvas context.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly told: () => void;
      constructor(told: () => void) {
        this.told = told;
      }
      observe() {
        this.told();
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

test('arrow keys go along and across the frames, and the place says its name and its share', () => {
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

test('Enter looks closer at a frame and Escape steps back', () => {
  render(<Shown />);
  press('ArrowDown', 'ArrowDown', 'ArrowRight');
  expect(screen.getByRole('treeitem').style.left).toBe('300px');
  press('Enter');
  expect(screen.getByRole('treeitem').style).toMatchObject({ left: '0px', width: '400px' });
  press('Escape', 'ArrowDown', 'ArrowRight');
  expect(screen.getByRole('treeitem').style.left).toBe('300px');
});

test('a click picks the frame under the pointer, and a double click looks closer at that of its first', () => {
  render(<Shown />);
  const chart = screen.getByRole('tree', { name: 'Stacks' });
  fireEvent.click(chart, { clientX: 350, clientY: 45, detail: 1 });
  expect(place()).toBe('journal, 1 threads, 25.0 %');
  fireEvent.click(chart, { clientX: 10, clientY: 45, detail: 2 });
  fireEvent.doubleClick(chart, { clientX: 10, clientY: 45 });
  expect(place()).toBe('journal, 1 threads, 25.0 %');
  expect(screen.getByRole('treeitem').style.width).toBe('400px');
});

test('what is under the pointer is told until the pointer leaves', () => {
  render(<Shown />);
  const chart = screen.getByRole('tree', { name: 'Stacks' });
  fireEvent.mouseMove(chart, { clientX: 10, clientY: 65 });
  expect(screen.getByText('wait')).toBeTruthy();
  expect(screen.getByText('3 threads, 75.0 %')).toBeTruthy();
  fireEvent.mouseLeave(chart);
  expect(screen.queryByText('wait')).toBeNull();
});
