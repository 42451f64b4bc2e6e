import { afterEach, expect, it } from 'vitest';
import { clearWaiting, recordRequest, SILENT_MS, silenceOf, waitingStore } from './waiting-store.ts';

afterEach(clearWaiting);

const silence = (now: number) => silenceOf(waitingStore.getState().staging, now);

it('reports a server without an answer after five seconds, with the oldest request first', () => {
  recordRequest('staging', 'GET /databases', () => 1_000);
  recordRequest('staging', 'GET /build/version', () => 2_000);
  expect(silence(1_000 + SILENT_MS - 1)).toBeUndefined();
  expect(silence(9_000)).toMatchObject({
    ms: 8_000,
    requests: [{ what: 'GET /databases' }, { what: 'GET /build/version' }],
  });
});

it('counts from the last answer, so that one slow request of a working server is none', () => {
  recordRequest('staging', 'GET /databases', () => 1_000);
  recordRequest('staging', 'GET /build/version', () => 2_000)();
  const ended = recordRequest('staging', 'GET /license/status', () => 7_000);
  expect(silence(7_000)).toMatchObject({ ms: 5_000 });
  ended();
  expect(silence(8_000)).toBeUndefined();
});

it('does not count queries and writes, which can last', () => {
  recordRequest('staging', 'POST /databases/shop/queries', () => 0);
  expect(silence(60_000)).toBeUndefined();
});
