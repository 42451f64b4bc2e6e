// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIsChanging } from './use-is-changing.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('is true from a change until the value was the same for a while', () => {
  const [first, second, third] = [{}, {}, {}];
  const { result, rerender } = renderHook(({ value }) => useIsChanging(value, 100), {
    initialProps: { value: first },
  });
  expect(result.current).toBe(false);
  rerender({ value: second });
  expect(result.current).toBe(true);
  act(() => {
    vi.advanceTimersByTime(60);
  });
  rerender({ value: third });
  act(() => {
    vi.advanceTimersByTime(60);
  });
  expect(result.current).toBe(true);
  act(() => {
    vi.advanceTimersByTime(60);
  });
  expect(result.current).toBe(false);
});
