import { describe, expect, it } from 'vitest';
import { checkBeforeSave, expectationOf } from './save-document.ts';

describe('checkBeforeSave', () => {
  it('accepts a valid document', () => {
    expect(checkBeforeSave('{"a":1}', 'orders/1-A', undefined)).toBeUndefined();
  });
  it('reports the position of invalid JSON', () => {
    expect(checkBeforeSave('{\n  "a": 1,\n}', 'orders/1-A', undefined)).toMatchObject({
      at: { line: 3, column: 1 },
    });
  });
  it('requires an object, an id and a valid date', () => {
    expect(checkBeforeSave('[1]', 'orders/1-A', undefined)?.sentence).toContain('JSON object');
    expect(checkBeforeSave('{}', '  ', undefined)?.sentence).toContain('needs an id');
    expect(checkBeforeSave('{}', 'orders/1-A', 'Expires: "tomorrow" is not a date.')?.sentence).toBe(
      'Expires: "tomorrow" is not a date.',
    );
  });
});

describe('expectationOf', () => {
  it('is the loaded version, or a new id', () => {
    const metadata = { id: 'x/1', collection: 'Xs', changeVector: 'A:1', lastModified: undefined, flags: [] };
    expect(expectationOf({ text: '', metadata }, 'x/1')).toEqual({ kind: 'version', changeVector: 'A:1' });
    expect(expectationOf(null, 'x/1')).toEqual({ kind: 'absent' });
    expect(expectationOf(null, 'orders/')).toEqual({ kind: 'anything' });
    expect(expectationOf(null, 'orders|')).toEqual({ kind: 'anything' });
  });
});
