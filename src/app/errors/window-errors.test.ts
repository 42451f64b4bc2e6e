// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { PortError } from '../../contract/index.ts';
import { toastStore } from '../toasts/toast-store.ts';
import { clearProblems, problemStore } from './problem-store.ts';
import { catchWindowErrors } from './window-errors.ts';

beforeAll(() => catchWindowErrors(window));
beforeEach(clearProblems);

const problems = () => problemStore.getState().problems;

function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

it('reports uncaught errors as a problem and as a toast', () => {
  const error = new TypeError('x is not a function');
  window.dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
  reject(new PortError({ code: 'timeout', message: 'No answer within 30 s.' }));
  expect(problems().map((problem) => problem.error)).toMatchObject([{ code: 'timeout' }, error]);
  expect(toastStore.getState().toasts.at(-1)).toMatchObject({
    kind: 'error',
    detail: 'No answer within 30 s.',
  });
});

it('counts a repeated problem instead of adding it again', () => {
  for (let time = 0; time < 3; time++) reject(new Error('again'));
  expect(problems()).toHaveLength(1);
  expect(problems()[0]?.count).toBe(3);
});

it('ignores cancelled requests, the lost host connection and late resize observers', () => {
  reject(new PortError({ code: 'cancelled', message: 'Cancelled.' }));
  reject(new PortError({ code: 'closed', message: 'Gone.' }));
  window.dispatchEvent(
    new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }),
  );
  expect(problems()).toEqual([]);
});
