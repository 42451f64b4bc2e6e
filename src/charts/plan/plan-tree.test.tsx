// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { PlanBox } from './plan-box.ts';
import { PlanTable } from './plan-table.tsx';
import { planToSvg } from './plan-svg.tsx';
import { PlanTree } from './plan-tree.tsx';

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

function box(id: string, title: string, children: readonly PlanBox[] = []): PlanBox {
  return {
    id,
    title,
    icon: () => null,
    lines: ['Company'],
    share: 0.5,
    time: '1 ms',
    actual: 3,
    estimate: '~90',
    flow: 3,
    deviation: id === '0.1' ? '23× fewer than estimated' : null,
    facts: [],
    children,
  };
}
const root = box('0', 'Sort', [box('0.0', 'Filter'), box('0.1', 'Scan')]);

test('moves from box to box with the keyboard, and selects the focused box with Enter', () => {
  const onSelect = vi.fn();
  render(<PlanTree root={root} label="The plan" selectedId={null} onSelect={onSelect} />);
  const first = screen.getByRole('treeitem', { name: /^Sort/ });
  expect(first.tabIndex).toBe(0);
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('data-box')).toBe('0.0');
  fireEvent.keyDown(document.activeElement ?? first, { key: 'ArrowDown' });
  expect(document.activeElement?.getAttribute('data-box')).toBe('0.1');
  fireEvent.keyDown(document.activeElement ?? first, { key: 'Enter' });
  expect(onSelect).toHaveBeenLastCalledWith('0.1');
  fireEvent.keyDown(document.activeElement ?? first, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(first);
});

test('deselects on a second selection', () => {
  const onSelect = vi.fn();
  render(<PlanTree root={root} label="The plan" selectedId="0.0" onSelect={onSelect} />);
  const picked = screen.getByRole('treeitem', { name: /^Filter/, selected: true });
  fireEvent.click(picked);
  expect(onSelect).toHaveBeenLastCalledWith(null);
});

test('shows the same data in table and diagram', () => {
  const onSelect = vi.fn();
  render(<PlanTable root={root} label="The plan" selectedId={null} onSelect={onSelect} />);
  expect(screen.getAllByRole('row')).toHaveLength(4);
  expect(screen.getByRole('row', { name: /Scan/ }).textContent).toContain('23× fewer than estimated');
  fireEvent.click(screen.getByRole('button', { name: /Filter/ }));
  expect(onSelect).toHaveBeenLastCalledWith('0.0');
});

test('draws a part of a large plan, and all of it in a file', () => {
  const many = box(
    '0',
    'Sort',
    Array.from({ length: 320 }, (_, index) => box(`0.${index}`, 'Scan')),
  );
  render(<PlanTree root={many} label="The plan" selectedId="0.250" onSelect={() => undefined} />);
  // The element has no size here: only the focusable and the selected box are drawn.
  expect(screen.getAllByRole('treeitem').map((item) => item.getAttribute('data-box'))).toEqual([
    '0',
    '0.250',
  ]);
  expect(planToSvg(many, 'The plan').match(/ data-box="/g)).toHaveLength(321);
  expect(screen.getAllByRole('treeitem')).toHaveLength(2);
});

test('writes hostile texts as text into a file, without a trace in the page', () => {
  const title = '<script>alert(1)</script> & "x" ]]> \u0000\ud800';
  const file = planToSvg({ ...box('0', title), lines: ['</text><image href="http://x"/>'] }, '</title>');
  const read = new DOMParser().parseFromString(file, 'image/svg+xml');
  expect(read.querySelector('parsererror')).toBeNull();
  expect(read.querySelectorAll('script, image, foreignObject, style, a')).toHaveLength(0);
  expect([...read.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain(
    '</text><image href="http://x"/>',
  );
  expect(read.querySelector('g > title')?.textContent).toContain(
    '<script>alert(1)</script> & "x" ]]> \ufffd\ufffd',
  );
  expect(read.querySelector('svg > title')?.textContent).toBe('</title>');
  expect(document.body.querySelectorAll('svg')).toHaveLength(0);
});
