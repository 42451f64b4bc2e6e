import { expect, it } from 'vitest';
import { clientCode, languages } from './client-code.ts';

it.each(languages)('writes names as literals of %s', (language) => {
  const code = clientCode(language, {
    url: 'https://a.example:443',
    database: 'Shop',
    subscription: 'a "b" \\ ${c}\n`',
  });
  expect(code).toContain('"https://a.example:443"');
  expect(code).toContain('"Shop"');
  expect(code).toContain('"a \\"b\\" \\\\ ${c}\\n`"');
});
