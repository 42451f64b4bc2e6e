import { expect, test } from 'vitest';
import { allSeries, explainedBy } from './series.ts';

function screenOf(id: string, by: Parameters<typeof explainedBy>[1]): string | undefined {
  const series = allSeries.find((each) => each.id === id);
  if (!series) throw new Error(`There is no figure ${id}.`);
  return explainedBy(series, by)?.screen;
}

test('links figures to the screens that explain them', () => {
  const server = { sandbox: false, connectedNode: true };
  expect(screenOf('cpu.process', server)).toBe('threads');
  expect(screenOf('problems.alerts', server)).toBe('activity');
});

test('links the alerts of the sandbox to its dashboard', () => {
  const sandbox = { sandbox: true, connectedNode: true };
  expect(screenOf('problems.alerts', sandbox)).toBe('dashboard');
  expect(screenOf('queries.running', sandbox)).toBe('activity');
});

test('links no figure of another node to a screen of the connected one', () => {
  for (const { id } of allSeries)
    expect(screenOf(id, { sandbox: false, connectedNode: false })).toBeUndefined();
});
