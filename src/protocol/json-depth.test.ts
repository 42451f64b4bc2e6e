import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJson } from './client.ts';
import { readDocuments } from './documents.ts';
import { MAX_JSON_DEPTH, placeIn, tooDeepAt } from './json-depth.ts';
import { parseJsonText } from './json-text.ts';
import { readQueryAnswer } from './queries.ts';

const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + '1' + close.repeat(levels);

describe('tooDeepAt', () => {
  it('counts levels, not brackets', () => {
    expect(tooDeepAt(nested(MAX_JSON_DEPTH))).toBeUndefined();
    expect(tooDeepAt(nested(MAX_JSON_DEPTH + 1))).toBe(MAX_JSON_DEPTH);
    expect(tooDeepAt(`[${'[{}],'.repeat(5000)}1]`)).toBeUndefined();
  });

  it('takes brackets in strings for text', () => {
    const brackets = '[{'.repeat(MAX_JSON_DEPTH);
    for (const text of [
      `{"${brackets}":"${brackets}"}`,
      `["\\"${brackets}\\\\"]`,
      `"\\\\\\"${brackets}`,
      `"${brackets}`,
    ])
      expect(tooDeepAt(text)).toBeUndefined();
    expect(tooDeepAt(`["\\\\",${brackets}`)).toBe(MAX_JSON_DEPTH + 5);
  });

  it('agrees with the parser of documents on what is too deep', () => {
    expect(() => parseJsonText(nested(MAX_JSON_DEPTH))).not.toThrow();
    expect(() => parseJsonText(nested(MAX_JSON_DEPTH + 1))).toThrow('nested deeper than 1000 levels');
  });

  it('names the place by line and column', () => {
    expect(placeIn('ab\ncd\n\nef', 8)).toBe('line 4, column 2');
    expect(placeIn('abc', 0)).toBe('line 1, column 1');
  });
});

describe('a deep answer of a server', () => {
  const deep = nested(100_000);

  it.each([
    ['a query', () => readQueryAnswer(`{"Results":[{"A":${deep}}]}`, 0, '/queries')],
    ['documents', () => readDocuments(`{"Results":[{"A":${deep}}]}`, '/docs')],
    ['anything else', () => readJson(z.unknown(), '/stats', deep)],
  ])('of %s is refused in words', (_, read) => {
    expect(read).toThrow(
      expect.objectContaining({
        code: 'too-large',
        message: expect.stringMatching(
          /^The answer to \/\w+ is nested deeper than 1000 levels \(line 1, column \d+\) and cannot be shown\.$/,
        ) as string,
      }),
    );
  });
});
