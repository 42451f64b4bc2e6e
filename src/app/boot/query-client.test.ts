import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { PortError } from '../../contract/index.ts';
import { makeQueryClient } from './query-client.ts';

afterEach(() => vi.useRealTimers());

it('reads again what failed when the server can be reached, only for this connection and what is shown', async () => {
  vi.useFakeTimers();
  const client = makeQueryClient();
  const reads: string[] = [];
  let isDown = true;
  const follow = (queryKey: readonly string[], code: 'refused' | 'timeout' = 'refused') =>
    new QueryObserver(client, {
      queryKey,
      retry: false,
      queryFn: () => {
        reads.push(queryKey.join('/'));
        if (isDown) throw new PortError({ code, message: 'down', retryable: true });
        return 1;
      },
    }).subscribe(() => {});
  const stop = [follow(['a', 'storage']), follow(['b', 'storage']), follow(['a', 'slow'], 'timeout')];
  follow(['a', 'hidden'])();
  await vi.advanceTimersByTimeAsync(60_000);
  isDown = false;
  reads.length = 0;
  await client.query({ queryKey: ['a', 'stats'], queryFn: () => 2 });
  await vi.advanceTimersByTimeAsync(10);
  expect(reads).toEqual(['a/storage']);
  for (const end of stop) end();
});
