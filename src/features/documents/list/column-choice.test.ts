import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  moved,
  noChoice,
  pinToggled,
  readColumnChoices,
  resized,
  shownColumns,
  toggled,
  withChoice,
} from './column-choice.ts';

const defaults = ['a', 'b', 'c', 'd'];

describe('the columns of a collection', () => {
  it('are those of most documents until one is chosen', () => {
    expect(shownColumns(noChoice, defaults)).toEqual(defaults);
    const hidden = toggled(noChoice, defaults, 'b');
    expect(shownColumns(hidden, defaults)).toEqual(['a', 'c', 'd']);
    expect(shownColumns(toggled(hidden, defaults, 'b'), defaults)).toEqual(['a', 'c', 'd', 'b']);
  });

  it('move by one place, pinned ones among themselves', () => {
    const choice = moved(noChoice, defaults, 'c', -1);
    expect(shownColumns(choice, defaults)).toEqual(['a', 'c', 'b', 'd']);
    const pinned = pinToggled(pinToggled(choice, defaults, 'd'), defaults, 'b');
    expect(shownColumns(pinned, defaults)).toEqual(['d', 'b', 'a', 'c']);
    expect(shownColumns(moved(pinned, defaults, 'b', 1), defaults)).toEqual(['d', 'b', 'a', 'c']);
    expect(shownColumns(moved(pinned, defaults, 'b', -1), defaults)).toEqual(['b', 'd', 'a', 'c']);
    expect(shownColumns(pinToggled(pinned, defaults, 'd'), defaults)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('are never lost, doubled or all hidden by any changes', () => {
    const step = fc.tuple(
      fc.constantFrom('hide', 'up', 'down', 'pin', 'width'),
      fc.constantFrom(...defaults, 'e'),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let choice = noChoice;
        for (const [what, name] of steps) {
          if (what === 'hide') choice = toggled(choice, defaults, name);
          else if (what === 'pin') choice = pinToggled(choice, defaults, name);
          else if (what === 'width') choice = resized(choice, name, 90);
          else choice = moved(choice, defaults, name, what === 'up' ? -1 : 1);
          const shown = shownColumns(choice, defaults);
          expect(shown.length).toBeGreaterThan(0);
          expect(new Set(shown).size).toBe(shown.length);
        }
        expect(readColumnChoices(JSON.parse(JSON.stringify({ Orders: choice })))).toEqual({ Orders: choice });
      }),
    );
  });

  it('are read from any stored value, and remembered for the collections changed last', () => {
    expect(readColumnChoices(null)).toEqual({});
    expect(readColumnChoices('x')).toEqual({});
    expect(readColumnChoices({ Orders: { shown: 3, pinned: ['a'], widths: { a: -5 } } })).toEqual({
      Orders: { shown: null, pinned: ['a'], widths: {} },
    });
    let all = {};
    for (let n = 0; n < 120; n++) all = withChoice(all, `c${n}`, noChoice);
    expect(Object.keys(all)).toHaveLength(100);
    expect(Object.keys(all).at(-1)).toBe('c119');
  });
});
