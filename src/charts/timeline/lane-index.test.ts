import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventColumns } from './event-columns.ts';
import { LaneIndex } from './lane-index.ts';

const events = fc.array(
  fc.record({ start: fc.integer({ min: 0, max: 10_000 }), duration: fc.integer({ min: 0, max: 500 }) }),
  { maxLength: 200 },
);

function build(list: readonly { start: number; duration: number }[]) {
  const columns = new EventColumns();
  const lanes = new LaneIndex(columns);
  for (const each of list)
    lanes.add(
      columns.append({ ...each, size: 1, group: 0, kind: 0, source: 0, folded: false, extraA: 0, extraB: 0 }),
    );
  return { columns, lane: lanes.lane(0, 0) };
}

describe('a lane', () => {
  test('visits exactly the events that overlap the window, in order, whatever order they came in', () => {
    fc.assert(
      fc.property(
        events,
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 3000 }),
        (list, from, width) => {
          const { columns, lane } = build(list);
          const visited: number[] = [];
          lane?.visit(from, from + width, (row) => {
            visited.push(row);
            return true;
          });
          const expected = list
            .map((each, row) => ({ ...each, row }))
            .filter(({ start, duration }) => start <= from + width && start + duration >= from)
            .map(({ row }) => row);
          expect([...visited].sort((a, b) => a - b)).toEqual(expected);
          const starts = visited.map((row) => columns.at(row).start);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        },
      ),
    );
  });

  test('steps to the next and the previous event', () => {
    const { lane } = build([
      { start: 10, duration: 1 },
      { start: 30, duration: 1 },
      { start: 20, duration: 1 },
    ]);
    expect(lane?.neighbour(10, 1)).toBe(2);
    expect(lane?.neighbour(20, -1)).toBe(0);
    expect(lane?.neighbour(30, 1)).toBeUndefined();
    expect(lane?.neighbour(15, 1)).toBe(2);
  });
});

test('columns grow past their first size and keep what they hold', () => {
  const columns = new EventColumns();
  for (let i = 0; i < 5000; i++)
    columns.append({
      start: i,
      duration: 1,
      size: i,
      group: 1,
      kind: 2,
      source: 3,
      folded: i % 2 === 0,
      extraA: 4,
      extraB: 5,
    });
  expect(columns.at(4999)).toEqual({
    start: 4999,
    duration: 1,
    size: 4999,
    group: 1,
    kind: 2,
    source: 3,
    folded: false,
    extraA: 4,
    extraB: 5,
  });
  expect(columns.at(0).folded).toBe(true);
  expect(columns.largestSize).toBe(4999);
  expect(() => columns.at(5000)).toThrow(RangeError);
});
