import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalEdit } from './minimal-edit.ts';

function apply(text: string, edit: ReturnType<typeof minimalEdit>): string {
  return edit ? text.slice(0, edit.start) + edit.text + text.slice(edit.end) : text;
}

describe('minimalEdit', () => {
  it('turns any text into any other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (from, to) => {
        expect(apply(from, minimalEdit(from, to))).toBe(to);
      }),
    );
  });

  it('replaces only the changed part', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, a, b, tail) => {
        const edit = minimalEdit(head + a + tail, head + b + tail);
        expect(apply(head + a + tail, edit)).toBe(head + b + tail);
        expect(edit?.text.length ?? 0).toBeLessThanOrEqual(b.length);
      }),
    );
  });

  it('returns no edit for equal texts', () => {
    expect(minimalEdit('{"a":1}', '{"a":1}')).toBeUndefined();
  });

  it('never splits a surrogate pair', () => {
    // Same high surrogate, different low surrogate.
    expect(minimalEdit('"😀"', '"😁"')).toEqual({ start: 1, end: 3, text: '😁' });
  });
});
