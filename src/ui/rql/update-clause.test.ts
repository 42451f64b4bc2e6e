import { expect, it } from 'vitest';
import { limitOf, withoutLimit } from './limit.ts';
import { scriptBefore, splitUpdate } from './update-clause.ts';

it('separates the query from the script, with the lines of both', () => {
  const text =
    "from Orders as o\nwhere o.update = '{'\nupdate\n{\n  o.Note = '}'; if (o.X) { o.Y = 1 }\n}\nlimit 5";
  expect(splitUpdate(text)).toEqual({
    query: "from Orders as o\nwhere o.update = '{'\nlimit 5",
    script: "\n  o.Note = '}'; if (o.X) { o.Y = 1 }\n",
    updateLine: 3,
    braceLine: 4,
    braceAt: text.indexOf('{', text.indexOf('update\n')),
  });
});

it.each([
  'from Orders',
  'from Orders update',
  'from Orders update { this.A = 1',
  "from Orders where update = '{}'",
])('finds no update clause in %s', (text) => expect(splitUpdate(text)).toBeNull());

it('finds whether the caret is inside of the script', () => {
  const text = 'from Orders update { if (this.A) { this.B = 1 } } limit 5';
  expect(scriptBefore(text, text.indexOf('this.B'))).toBe(' if (this.A) { ');
  expect(scriptBefore(text, text.indexOf('Orders'))).toBeNull();
  expect(scriptBefore(text, text.length)).toBeNull();
});

it('reads limits as numbers and parameters', () => {
  expect(limitOf('from Orders')).toBeNull();
  expect(limitOf('from Orders limit 10')).toEqual({ skip: 0, take: 10 });
  expect(limitOf('from Orders limit 5, 10')).toEqual({ skip: 5, take: 10 });
  expect(limitOf('from Orders limit $n offset 5', { n: 7 })).toEqual({ skip: 5, take: 7 });
  expect(limitOf('from Orders offset 5')).toEqual({ skip: 5, take: null });
  expect(() => limitOf('from Orders limit $n')).toThrow('not a whole number: $n');
  expect(withoutLimit("from Orders where a = 'limit 3'\nlimit 5, 10")).toBe(
    "from Orders where a = 'limit 3'",
  );
});
