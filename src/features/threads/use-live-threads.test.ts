import { expect, test } from 'vitest';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { followProcess, followThreads, ProcessReplaced } from './use-live-threads.ts';

const info = (id: number) => ({
  Date: '2026-01-01T00:00:00Z',
  List: [{ Id: id, Name: 'a', CpuUsage: 1, State: 'Wait' }],
});

function follow(port: ReturnType<typeof scriptedPort>, enough: number) {
  const abort = new AbortController();
  const pushed: number[] = [];
  const requests: number[] = [];
  const note = (list: number[]) => (sample: { threads: readonly { id: number }[] }) => {
    list.push(sample.threads[0]?.id ?? -1);
    if (pushed.length + requests.length >= enough) abort.abort();
  };
  return {
    done: followThreads(new ServerClient(port, 'c'), abort.signal, note(pushed), note(requests)),
    pushed,
    requests,
  };
}

test('reads samples from the feed', async () => {
  const port = scriptedPort({
    http: () => ({ status: 500, body: '' }),
    async *socket() {
      yield await Promise.resolve({ kind: 'open' as const, socket: 's' });
      yield { kind: 'text' as const, text: JSON.stringify(info(1)) };
      yield { kind: 'heartbeat' as const };
      yield { kind: 'text' as const, text: JSON.stringify(info(2)) };
    },
  });
  const { done, pushed, requests } = follow(port, 2);
  await done;
  expect([pushed, requests]).toEqual([[1, 2], []]);
});

test('polls the server without the feed', async () => {
  const port = scriptedPort({ http: () => ({ body: JSON.stringify({ 'Runaway Threads': info(9) }) }) });
  const { done, pushed, requests } = follow(port, 1);
  await done;
  expect([pushed, requests]).toEqual([[], [9]]);
});

test('reports the reason when both fail', async () => {
  const port = scriptedPort({
    http: () => ({ status: 403, body: JSON.stringify({ Type: 'InvalidAuth', Message: 'Operator needed' }) }),
  });
  await expect(follow(port, 1).done).rejects.toThrow('Operator needed');
});

/** A process with these responses in order; the last one repeats. */
function processPort(...answers: (string | null)[]) {
  let at = 0;
  return scriptedPort({
    http: () => {
      const startedAt = answers[Math.min(at++, answers.length - 1)];
      const thread = { Id: 7, Name: 'node', CpuUsage: 1, State: 'Wait', StartingTime: startedAt };
      return startedAt === null
        ? {
            status: 500,
            body: JSON.stringify({ Type: 'X', Message: 'Process 7 is gone (code target-gone)' }),
          }
        : { body: JSON.stringify({ 'Runaway Threads': { ...info(7), List: [thread] } }) };
    },
  });
}

test('polls another process until it exits', async () => {
  const seen: number[] = [];
  const following = followProcess(
    new ServerClient(processPort('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', null), 'c'),
    7,
    new AbortController().signal,
    (sample) => seen.push(sample.threads.length),
  );
  await expect(following).rejects.toThrow('target-gone');
  expect(seen).toEqual([1, 1]);
});

test('detects a reused process id', async () => {
  const seen: unknown[] = [];
  const following = followProcess(
    new ServerClient(processPort('2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z'), 'c'),
    7,
    new AbortController().signal,
    (sample) => seen.push(sample),
  );
  await expect(following).rejects.toThrow(ProcessReplaced);
  expect(seen).toHaveLength(1);
});
