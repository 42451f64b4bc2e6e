// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { StackList } from './stack-list.tsx';
import { buildStackTree } from './stack-tree.ts';

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

const tree = buildStackTree([
  { frames: ['wait', 'pool', 'main'], count: 3 },
  { frames: ['write', 'journal', 'main'], count: 1 },
]);
const look = {
  shortName: (frame: string) => frame,
  isOwn: (frame: string) => frame === 'journal',
  countText: (count: number) => `${count} threads`,
  rootName: 'All',
};

function Shown() {
  const [selectedId, onSelect] = useState<number | null>(null);
  return (
    <StackList
      tree={tree}
      look={look}
      label="Stacks"
      found={new Set()}
      selectedId={selectedId}
      onSelect={onSelect}
    />
  );
}

const names = () => screen.getAllByRole('treeitem').map((item) => item.textContent.replaceAll(/[^a-z]/g, ''));

test('selects, expands and collapses with the arrow keys', () => {
  render(<Shown />);
  const list = screen.getByRole('tree', { name: 'Stacks' });
  expect(screen.getAllByRole('treeitem')).toHaveLength(5);
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('pool');
  fireEvent.keyDown(list, { key: 'ArrowLeft' });
  expect(screen.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false');
  expect(names().some((name) => name.includes('wait'))).toBe(false);
  fireEvent.keyDown(list, { key: 'ArrowRight' });
  expect(names().some((name) => name.includes('wait'))).toBe(true);
  fireEvent.keyDown(list, { key: 'End' });
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('write');
});

test('shows the number of threads on each row', () => {
  render(<Shown />);
  expect(screen.getByRole('treeitem', { name: /3 threads.*pool/ })).toBeTruthy();
});
