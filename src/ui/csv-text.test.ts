import { expect, test } from 'vitest';
import { csvField, csvText } from './csv-text.ts';

test('quotes what a comma-separated file needs quoted', () => {
  expect(
    csvText(
      ['A', 'B'],
      [
        ['x, "y"', 1.5],
        ['two\nlines', null],
        [' x ', undefined],
      ],
    ),
  ).toBe('A,B\r\n"x, ""y""",1.5\r\n"two\nlines",\r\n" x ",\r\n');
});

test('a text cannot become a formula; numbers stay numbers', () => {
  expect(csvText(['A'], [['=cmd()'], ['-x'], [-5], ['＝A1']])).toBe("A\r\n'=cmd()\r\n'-x\r\n-5\r\n'＝A1\r\n");
  expect(['-5', '+4', '-1.5e-7', '.5'].map(csvField)).toEqual(['-5', '+4', '-1.5e-7', '.5']);
  expect(['-5+1', '+4,5', '-', '+1 cmd'].map(csvField)).toEqual(["'-5+1", '"\'+4,5"', "'-", "'+1 cmd"]);
  expect(csvField('\n=1')).toBe('"\'\n=1"');
});

test('a heading is guarded, except for the names of own columns', () => {
  expect(csvText(['@id', '@last-modified', '@SUM(1)', '=a'], [])).toBe("@id,@last-modified,'@SUM(1),'=a\r\n");
});
