import { expect, it } from 'vitest';
import { scrollToShow } from './tab-strip.ts';

it('scrolls a tab strip by the smallest step that shows the tab', () => {
  const strip = { left: 100, width: 300 };
  expect(scrollToShow({ left: 150, width: 100 }, strip)).toBe(100);
  expect(scrollToShow({ left: 20, width: 100 }, strip)).toBe(20);
  expect(scrollToShow({ left: 380, width: 120 }, strip)).toBe(200);
  // A tab wider than the strip shows its start.
  expect(scrollToShow({ left: 380, width: 400 }, strip)).toBe(380);
});
