import { describe, expect, it } from 'vitest';
import { EchoFilter } from './echo-filter.ts';

describe('EchoFilter', () => {
  it('recognises late echoes, one by one or the last only', () => {
    const filter = new EchoFilter();
    filter.sent('a');
    filter.sent('ab');
    expect(filter.isNew('a')).toBe(false);
    filter.sent('abc');
    filter.sent('abcd');
    expect(filter.isNew('abcd')).toBe(false);
    expect(filter.isNew('abc')).toBe(true);
  });

  it('accepts a new text of the owner, even one that was typed before', () => {
    const filter = new EchoFilter();
    filter.sent('a');
    expect(filter.isNew('a')).toBe(false);
    expect(filter.isNew('theirs')).toBe(true);
    expect(filter.isNew('a')).toBe(true);
  });

  it('forgets texts that the owner never returns', () => {
    const filter = new EchoFilter();
    for (let i = 0; i < 1000; i++) filter.sent(`text ${i}`);
    expect(filter.isNew('text 1')).toBe(true);
  });
});
