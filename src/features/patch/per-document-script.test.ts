import { expect, it } from 'vitest';
import { perDocumentScript } from './per-document-script.ts';

it('keeps the lines of the script', () => {
  expect(perDocumentScript('from Orders update {\n  this.A = 1;\n}')).toEqual({
    ok: true,
    script: '\n  this.A = 1;\n',
  });
});

it('declares the names of the query', () => {
  const text =
    'declare function twice(x) { return 2 * x }\nfrom Orders as o where o.A > 1 load o.Company as c, c.Owner as w update { o.A = twice(c.B) }';
  expect(perDocumentScript(text)).toEqual({
    ok: true,
    script:
      'var o = this; var c = load(o.Company); var w = load(c.Owner);  o.A = twice(c.B) \nfunction twice(x) { return 2 * x }',
  });
});

it.each([
  ['from Orders', 'no update clause'],
  ['from Orders as o load o.Lines[].Product as p update { }', 'load clause'],
  ['declare timeseries t(x) { from x } from Orders as o update { }', 'other than functions'],
])('refuses %s', (text, reason) => {
  const script = perDocumentScript(text);
  expect(script.ok ? '' : script.reason).toContain(reason);
});
