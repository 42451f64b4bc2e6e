import { describe, expect, it } from 'vitest';
import { changedMembers } from './changed-members.ts';

describe('changedMembers', () => {
  it('names added, removed and changed properties, and ignores layout', () => {
    expect(changedMembers('{"a":1,"b":[1,2],"c":3}', '{ "b": [ 1, 2 ],\n "a": 2, "d": 4 }')).toEqual([
      'a',
      'c',
      'd',
    ]);
  });
  it('detects digits that a double would lose', () => {
    expect(changedMembers('{"n":12345678901234567890}', '{"n":12345678901234567891}')).toEqual(['n']);
  });
  it('returns null for invalid JSON', () => {
    expect(changedMembers('{"a":1}', '{"a":')).toBeNull();
  });
});
