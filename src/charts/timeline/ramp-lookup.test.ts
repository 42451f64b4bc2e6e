import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rampStep } from './colour-ramp.ts';
import { RampLookup } from './ramp-lookup.ts';

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 70_000 }),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
);

test('finds the step of each size as computed', () => {
  fc.assert(
    fc.property(sizes, fc.array(sizes, { maxLength: 50 }), (largest, others) => {
      const lookup = new RampLookup(largest);
      for (const size of [0, 1, largest, ...others, ...others.map((each) => each % (largest + 1))])
        expect([size, lookup.step(size)]).toEqual([size, rampStep(size, largest)]);
    }),
    { numRuns: 400 },
  );
});

test.each([0, 1, 2, 63, 4095, 4096, 4097, 300_001])(
  'finds every step below a largest size of %i',
  (largest) => {
    const lookup = new RampLookup(largest);
    for (let size = 0; size <= largest; size++)
      if (lookup.step(size) !== rampStep(size, largest))
        expect([size, lookup.step(size)]).toEqual([size, rampStep(size, largest)]);
    expect(lookup.step(largest)).toBe(rampStep(largest, largest));
  },
);
