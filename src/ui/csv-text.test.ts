import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('quotes what a comma-separated file needs quoted', () => {
  expect(
    csvText(
      ['A', 'B'],
      [
        ['x, "y"', 1.5],
        ['two\nlines', null],
      ],
    ),
  ).toBe('A,B\r\n"x, ""y""",1.5\r\n"two\nlines",');
});

test('a text cannot become a formula; numbers stay numbers', () => {
  expect(csvText(['A'], [['=cmd()'], ['-x'], [-5]])).toBe("A\r\n'=cmd()\r\n'-x\r\n-5");
});
