import { describe, expect, it } from 'vitest';
import { displayNameError, displayNameOf, shownName, withDisplayName } from './display-names.ts';

const names = withDisplayName({}, 'sandbox', 'Shop', '  Web shop ');

describe('display names', () => {
  it('are trimmed and belong to one connection', () => {
    expect(shownName(names, 'sandbox', 'Shop')).toBe('Web shop');
    expect(shownName(names, 'staging', 'Shop')).toBe('Shop');
    expect(displayNameOf(names, 'sandbox', 'Other')).toBeUndefined();
  });

  it('are removed by an empty name, and others stay', () => {
    const two = withDisplayName(names, 'sandbox', 'Other', 'Second');
    expect(withDisplayName(two, 'sandbox', 'Shop', '   ')).toEqual({ sandbox: { Other: 'Second' } });
  });

  it('have at most 60 characters after trimming, none of them a control character', () => {
    const error = (name: string) => displayNameError({}, 'sandbox', 'Shop', name, []);
    expect(error(` ${'a'.repeat(60)} `)).toBeNull();
    expect(error('a'.repeat(61))).toBe('Use at most 60 characters; these are 61.');
    expect(error('a\tb')).toBe('Remove the control characters, such as tabs.');
  });

  it('must not be a name or display name of another database of the connection', () => {
    const error = (name: string) => displayNameError(names, 'sandbox', 'Other', name, ['Shop', 'Other']);
    expect(error('web SHOP')).toBe('The database Shop is shown with this name.');
    expect(error('shop')).toBe('The database Shop is shown with this name.');
    expect(error('Other')).toBeNull();
    expect(error('')).toBeNull();
  });
});
