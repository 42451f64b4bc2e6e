import { expect, test } from 'vitest';
import { placeSteps } from './nested-steps.ts';

interface Step {
  readonly name: string;
  readonly ms: number;
  readonly inner?: readonly Step[];
}
const read = { ms: (step: Step) => step.ms, inner: (step: Step) => step.inner ?? [] };

test('places siblings one after the other and inner steps from the start of their parent', () => {
  const placed = placeSteps<Step>(
    [
      {
        name: 'map',
        ms: 5,
        inner: [
          { name: 'read', ms: 2 },
          { name: 'add', ms: 3 },
        ],
      },
      { name: 'commit', ms: 4 },
    ],
    100,
    read,
  );
  expect(placed.map(({ step, start, end, depth }) => [step.name, start, end, depth])).toEqual([
    ['map', 100, 105, 1],
    ['read', 100, 102, 2],
    ['add', 102, 105, 2],
    ['commit', 105, 109, 1],
  ]);
});

test('leaves out levels below the twelfth', () => {
  let step: Step = { name: 'innermost', ms: 1 };
  for (let level = 0; level < 50; level++) step = { name: `level ${level}`, ms: 1, inner: [step] };
  expect(Math.max(...placeSteps([step], 0, read).map(({ depth }) => depth))).toBe(12);
});
