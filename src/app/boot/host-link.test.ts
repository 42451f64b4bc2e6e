import { describe, expect, it, vi } from 'vitest';
import { PortError, type Port } from '../../contract/index.ts';
import { backOff, linkToHost, type LinkState } from './host-link.ts';

/** A port that answers app.info and closes on demand. */
function somePort(info: () => Promise<unknown> = () => Promise.resolve({ name: 'Rookery' })) {
  let closeWith: (reason: string) => void = () => undefined;
  const closed = new Promise<string>((resolve) => (closeWith = resolve));
  const port = { call: info, closed, close: () => undefined, open: () => undefined } as unknown as Port;
  return { port, closeWith };
}

/** Delays are ended by hand, so no test waits. */
function stoppedClock() {
  const waits: { ms: number; skip: () => void }[] = [];
  return {
    waits,
    now: () => 1000,
    wait(ms: number) {
      let skip: () => void = () => undefined;
      const done = new Promise<void>((resolve) => (skip = resolve));
      waits.push({ ms, skip });
      return { done, skip };
    },
  };
}

const refused = () => Promise.reject(new PortError({ code: 'closed', message: 'Rookery does not answer.' }));

describe('linkToHost', () => {
  it('opens a port and reports the app info', async () => {
    const { port } = somePort();
    const link = linkToHost(() => Promise.resolve(port), stoppedClock());
    expect(link.store.getState().state.phase).toBe('connecting');
    await vi.waitFor(() =>
      expect(link.store.getState()).toMatchObject({ port, generation: 1, state: { phase: 'open' } }),
    );
  });

  it('waits longer after each failure, and retries at once on request', async () => {
    const clock = stoppedClock();
    const link = linkToHost(refused, clock);
    for (const expected of [300, 1000, 2000]) {
      await vi.waitFor(() => expect(clock.waits.at(-1)?.ms).toBe(expected));
      link.retryNow();
    }
    expect(backOff(100)).toBe(15_000);
  });

  it('keeps the last port while reconnecting, and resets the back-off after success', async () => {
    const clock = stoppedClock();
    const first = somePort();
    const second = somePort();
    const ports = [first.port, second.port];
    const link = linkToHost(() => Promise.resolve(ports.shift() ?? second.port), clock);
    const states: LinkState['phase'][] = [];
    link.store.subscribe(({ state }) => states.push(state.phase));
    await vi.waitFor(() => expect(link.store.getState().generation).toBe(1));
    first.closeWith('The engine crashed.');
    await vi.waitFor(() => expect(clock.waits).toHaveLength(1));
    expect(link.store.getState()).toMatchObject({
      port: first.port,
      state: { phase: 'waiting', error: { message: 'The engine crashed.' }, retryAt: 1300 },
    });
    link.retryNow();
    await vi.waitFor(() => expect(link.store.getState()).toMatchObject({ port: second.port, generation: 2 }));
    expect(states).toEqual(['open', 'waiting', 'connecting', 'open']);
  });

  it('stops when window and host have different versions', async () => {
    const clock = stoppedClock();
    const mismatch = new PortError({
      code: 'version-mismatch',
      message: 'The window uses port version 1, the host 2.',
    });
    const link = linkToHost(() => Promise.resolve(somePort(() => Promise.reject(mismatch)).port), clock);
    await vi.waitFor(() =>
      expect(link.store.getState().state).toMatchObject({ phase: 'mismatch', error: mismatch }),
    );
    expect(clock.waits).toEqual([]);
  });
});
