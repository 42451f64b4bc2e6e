// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Minimap } from './minimap.tsx';
import type { PlanMap } from './plan-minimap.ts';

afterEach(cleanup);

const map: PlanMap = {
  width: 100,
  height: 50,
  scaleX: 0.1,
  scaleY: 0.1,
  view: { x: 20, y: 10, width: 20, height: 10 },
};
const layout = { boxes: [], edges: [], boxWidth: 10, width: 1000, height: 500 };

function drawn() {
  const onCenter = vi.fn();
  const { container } = render(<Minimap layout={layout} map={map} onCenter={onCenter} />);
  const svg = container.querySelector('svg');
  if (!svg) throw new Error('no map');
  svg.setPointerCapture = () => undefined;
  // jsdom has no coordinates of pointer events.
  const pointer = (kind: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number, y: number) => {
    const event = createEvent[kind](svg, { button: 0, pointerId: 1 });
    Object.defineProperties(event, { clientX: { value: x }, clientY: { value: y }, button: { value: 0 } });
    fireEvent(svg, event);
  };
  return { onCenter, pointer };
}

test('a click moves the middle of the view to that point', () => {
  const { onCenter, pointer } = drawn();
  pointer('pointerDown', 70, 40);
  expect(onCenter).toHaveBeenCalledExactlyOnceWith(700, 400);
});

test('a drag of the rectangle moves it by the same way, and stays inside the plan', () => {
  const { onCenter, pointer } = drawn();
  pointer('pointerDown', 22, 11);
  expect(onCenter).not.toHaveBeenCalled();
  pointer('pointerMove', 32, 11);
  expect(onCenter).toHaveBeenLastCalledWith(400, 150);
  pointer('pointerMove', 900, -900);
  expect(onCenter).toHaveBeenLastCalledWith(1000, 0);
  pointer('pointerUp', 900, -900);
  pointer('pointerMove', 10, 10);
  expect(onCenter).toHaveBeenCalledTimes(2);
});
