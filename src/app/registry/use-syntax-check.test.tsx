// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_CHECKED_QUERY_CHARACTERS, SANDBOX_ID, type CallResponse } from '../../contract/index.ts';
import { SessionContext, type Session } from './session.ts';
import { useSyntaxCheck } from './use-syntax-check.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Refusal = CallResponse<'queries.check'>['refusal'];

function check(connection: string, first: string, refusalOf: (text: string) => Refusal) {
  const call = vi.fn((_: string, { text }: { text: string }) =>
    Promise.resolve({ refusal: refusalOf(text) }),
  );
  const session = { port: { call } } as unknown as Session;
  const hook = renderHook(({ text }) => useSyntaxCheck(connection, text), {
    initialProps: { text: first },
    wrapper: ({ children }) => <SessionContext value={session}>{children}</SessionContext>,
  });
  const pause = () => act(() => vi.advanceTimersByTimeAsync(1000));
  return { hook, call, pause };
}
const expected = (text: string): Refusal =>
  text.endsWith('>') ? { message: '1:27 expected a value, found the end', unsupported: false } : null;

it('marks where the text stops being a query, once typing pauses, and only for that text', async () => {
  const { hook, call, pause } = check(SANDBOX_ID, 'from Orders', expected);
  hook.rerender({ text: 'from Orders where Freight' });
  hook.rerender({ text: 'from Orders where Freight >' });
  await pause();
  expect(call).toHaveBeenCalledOnce();
  expect(hook.result.current).toMatchObject({ message: 'expected a value, found the end', line: 1 });
  hook.rerender({ text: 'from Orders where Freight > 1' });
  expect(hook.result.current).toBeNull();
  await pause();
  expect(hook.result.current).toBeNull();
});

it('reports RQL that only the sandbox refuses on the sandbox only', async () => {
  const refused = (): Refusal => ({
    message: '1:13 The sandbox does not answer this yet.',
    unsupported: true,
  });
  for (const [connection, marked] of [
    [SANDBOX_ID, true],
    ['server', false],
  ] as const) {
    const { hook, pause } = check(connection, 'from Orders select timeseries()', refused);
    await pause();
    expect(hook.result.current !== null).toBe(marked);
    hook.unmount();
  }
});

it('checks no empty and no very long text, and marks nothing when the check fails', async () => {
  const { hook, call, pause } = check(SANDBOX_ID, '  ', expected);
  hook.rerender({ text: 'x'.repeat(MAX_CHECKED_QUERY_CHARACTERS + 1) });
  await pause();
  expect(call).not.toHaveBeenCalled();
  call.mockRejectedValueOnce(new Error('the module is missing'));
  hook.rerender({ text: 'from Orders where Freight >' });
  await pause();
  expect(call).toHaveBeenCalledOnce();
  expect(hook.result.current).toBeNull();
});
