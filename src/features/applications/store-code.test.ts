import { expect, it } from 'vitest';
import { storeLanguages } from './store-code.ts';

it.each(storeLanguages)('writes names as literals of $label', ({ code }) => {
  const text = code({ url: 'http://127.0.0.1:8080', database: 'a "b" \\' });
  expect(text).toContain('"http://127.0.0.1:8080"');
  expect(text).toContain('"a \\"b\\" \\\\"');
});
