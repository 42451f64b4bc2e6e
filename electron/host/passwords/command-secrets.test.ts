import { expect, it, vi } from 'vitest';
import { CommandSecrets } from './command-secrets.ts';

const MINUTE = 60_000;

function counted(outputs: readonly (string | Error)[]) {
  const clock = { now: 0 };
  const started: string[] = [];
  const ends = vi.fn();
  const secrets = new CommandSecrets({
    run: (command) => {
      const output = outputs[started.length] ?? 'more';
      started.push(command.join(' '));
      return output instanceof Error ? Promise.reject(output) : Promise.resolve(output);
    },
    now: () => clock.now,
    onEnd: ends,
  });
  return { secrets, started, clock, ends };
}

it('shares one run between requests, and starts the program again after a while', async () => {
  const { secrets, started, clock } = counted(['one', 'two']);
  expect(secrets.find(['/vault'])).toBeUndefined();
  expect(await Promise.all([secrets.read(['/vault']), secrets.read(['/vault'])])).toEqual(['one', 'one']);
  clock.now = 14 * MINUTE;
  expect(await secrets.read(['/vault'])).toBe('one');
  expect(await secrets.find(['/vault'])).toBe('one');
  expect(started).toEqual(['/vault']);
  clock.now = 15 * MINUTE;
  expect(secrets.find(['/vault'])).toBeUndefined();
  expect(await secrets.read(['/vault'])).toBe('two');
  expect(started).toHaveLength(2);
});

it('finds nothing while the program runs, and reports its end', async () => {
  const { secrets, ends } = counted(['one']);
  const reading = secrets.read(['/vault']);
  expect(secrets.find(['/vault'])).toBeUndefined();
  await reading;
  await vi.waitFor(() => expect(ends).toHaveBeenCalledTimes(1));
  expect(await secrets.find(['/vault'])).toBe('one');
});

it('starts the program again once its output is forgotten', async () => {
  const { secrets } = counted(['one', 'two']);
  expect(await secrets.read(['/vault'])).toBe('one');
  secrets.forget(['/vault']);
  expect(await secrets.read(['/vault'])).toBe('two');
});

it('keeps the outputs of different arguments apart', async () => {
  const { secrets } = counted(['one', 'two']);
  expect(await secrets.read(['/vault', 'a b'])).toBe('one');
  expect(await secrets.read(['/vault', 'a', 'b'])).toBe('two');
});

it('repeats a failure for a short time only', async () => {
  const { secrets, started, clock } = counted([new Error('locked'), 'one']);
  await expect(secrets.read(['/vault'])).rejects.toThrow('locked');
  await expect(secrets.read(['/vault'])).rejects.toThrow('locked');
  expect(started).toHaveLength(1);
  clock.now = 6000;
  expect(await secrets.read(['/vault'])).toBe('one');
});
