// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SplitPane } from './split-pane.tsx';

/** Reports the width of the observed element. */
let resize: (width: number) => void = () => undefined;
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(changed: () => void) {
      resize = (width) => {
        vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
        act(changed);
      };
    }
    observe(): void {}
    disconnect(): void {}
  },
);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const panes = (
  <SplitPane
    direction="row"
    first={<input aria-label="Text" />}
    second={<p>Size on disk</p>}
    side={{ which: 'second', name: 'properties', below: 600 }}
  />
);

test('a side pane collapses behind a button while both panes are narrow, and keeps the state of the other', () => {
  render(panes);
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'kept' } });
  expect(screen.getByRole('separator')).toBeDefined();

  resize(599);
  expect(screen.queryByRole('separator')).toBeNull();
  expect(screen.getByText('Size on disk').closest('[hidden]')).not.toBeNull();
  const show = screen.getByRole('button', { name: 'Show properties' });
  expect(show.getAttribute('aria-expanded')).toBe('false');

  fireEvent.click(show);
  expect(screen.getByText('Size on disk').closest('[hidden]')).toBeNull();
  expect(screen.getByLabelText('Text').closest('[hidden]')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Hide properties' }));

  resize(600);
  expect(screen.queryByRole('button', { name: /properties/ })).toBeNull();
  expect(screen.getByText('Size on disk').closest('[hidden]')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('kept');
});

test('the first pane follows what it needs until the border is moved, and again after a double click', () => {
  localStorage.removeItem('rookery.split.fitted');
  const split = (fit: number) => (
    <SplitPane
      direction="column"
      first="Text"
      second="Rows"
      initial={0.4}
      fit={fit}
      min={50}
      storageKey="fitted"
    />
  );
  const { container, rerender } = render(split(80));
  const tracks = () => (container.firstElementChild as HTMLElement).style.gridTemplateRows;
  expect(tracks()).toMatch(/^min\(80px, 40(\.00)?%\) /);
  rerender(split(20));
  expect(tracks()).toMatch(/^min\(50px, /);

  const border = screen.getByRole('separator');
  fireEvent.keyDown(border, { key: 'ArrowDown' });
  expect(tracks()).toMatch(/fr\) 0(px)? minmax/);
  rerender(split(120));
  expect(tracks()).toMatch(/fr\) 0(px)? minmax/);
  fireEvent.doubleClick(border);
  expect(tracks()).toMatch(/^min\(120px, /);
});

test('the first pane keeps its state and focus when the second appears', () => {
  const split = (second: string | null) => (
    <SplitPane direction="row" first={<input aria-label="Text" />} second={second} />
  );
  const { rerender } = render(split(null));
  const input = screen.getByLabelText('Text');
  input.focus();
  expect(screen.queryByRole('separator')).toBeNull();

  rerender(split('Details'));
  expect(screen.getByRole('separator')).toBeDefined();
  expect(screen.getByText('Details').closest('[hidden]')).toBeNull();
  expect(screen.getByLabelText('Text')).toBe(input);
  expect(document.activeElement).toBe(input);
});
