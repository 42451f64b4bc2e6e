import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvField } from '../../../src/ui/csv-text.ts';
import { csvLine } from './csv-cells.ts';

const sign = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '"', ',', ' ', '');
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.double().map(String), fc.float().map(String));

it('the page guards and quotes fields as the host does', () => {
  fc.assert(
    fc.property(sign, text, (first, rest) => {
      expect(`${csvField(first + rest)}\r\n`).toBe(csvLine([first + rest], { neutralizeFormulas: true }));
    }),
  );
});
