import { describe, expect, it } from 'vitest';
import { changedMembers } from './changed-members.ts';

describe('changedMembers', () => {
  it('names what was added, removed and changed, not what was laid out anew', () => {
    expect(changedMembers('{"a":1,"b":[1,2],"c":3}', '{ "b": [ 1, 2 ],\n "a": 2, "d": 4 }')).toEqual([
      'a',
      'c',
      'd',
    ]);
  });
  it('sees digits that a double would lose', () => {
    expect(changedMembers('{"n":12345678901234567890}', '{"n":12345678901234567891}')).toEqual(['n']);
  });
  it('does not guess about what is not JSON', () => {
    expect(changedMembers('{"a":1}', '{"a":')).toBeNull();
  });
});
