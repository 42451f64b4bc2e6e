import { expect, it } from 'vitest';
import { eitherSignal } from './either-signal.ts';

it('aborts with the first, with its reason, and only once', () => {
  for (const first of [0, 1] as const) {
    const pair = [new AbortController(), new AbortController()] as const;
    const signal = eitherSignal(pair[0].signal, pair[1].signal);
    let times = 0;
    signal.addEventListener('abort', () => times++);
    expect(signal.aborted).toBe(false);
    pair[first].abort('first');
    pair[1 - first]?.abort('second');
    expect([signal.aborted, signal.reason, times]).toEqual([true, 'first', 1]);
  }
});

it('is aborted when one was aborted before', () => {
  const live = new AbortController().signal;
  expect(eitherSignal(live, AbortSignal.abort('over')).reason).toBe('over');
  expect(eitherSignal(AbortSignal.abort('over'), live).reason).toBe('over');
});

it('keeps no listener after the abort', () => {
  const listeners = new Set<unknown>();
  const watched = new AbortController();
  const add = watched.signal.addEventListener.bind(watched.signal);
  const remove = watched.signal.removeEventListener.bind(watched.signal);
  watched.signal.addEventListener = (...[type, listener, options]: Parameters<typeof add>) => {
    listeners.add(listener);
    add(type, listener, options);
  };
  watched.signal.removeEventListener = (...[type, listener, options]: Parameters<typeof remove>) => {
    listeners.delete(listener);
    remove(type, listener, options);
  };
  const other = new AbortController();
  eitherSignal(watched.signal, other.signal);
  expect(listeners.size).toBe(1);
  other.abort();
  expect(listeners.size).toBe(0);
});
