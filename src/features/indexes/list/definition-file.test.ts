import { describe, expect, test } from 'vitest';
import { definitionsText, planImport } from './definition-file.ts';

const map = "map('Orders', o => ({ A: o.A }))";
const a = { Name: 'A', Maps: [map], Priority: 'Normal' };
const b = { Name: 'B', Maps: ["map('Orders', o => ({ B: o.B }))"] };

describe('definitionsText', () => {
  test('is sorted by name and can be read again', () => {
    const text = definitionsText([b, a]);
    expect(text.indexOf('"A"')).toBeLessThan(text.indexOf('"B"'));
    expect(planImport(text, []).names).toEqual(['A', 'B']);
  });
});

describe('planImport', () => {
  test('leaves equal definitions and names those that are replaced', () => {
    const text = definitionsText([{ ...a, Maps: [b.Maps[0]] }, b, { ...b, Name: 'C' }]);
    const plan = planImport(text, [a, b]);
    expect(plan.names).toEqual(['A', 'C']);
    expect(plan.action.confirm).toBe(
      'Creates 1 index. Replaces the definition of A: the previous one answers until the new one is built.',
    );
    expect(plan.refused).toEqual([{ name: 'B', reason: 'The database has the same definition.' }]);
  });

  test('refuses what is no static index, and second definitions of a name, each by name', () => {
    const auto = { Name: 'Auto/Orders/ByA', Type: 'AutoMap', Maps: ['Orders:[Name:A]'] };
    const text = JSON.stringify({ Indexes: [a, auto, { ...a }, { Name: 'D', Maps: [] }, { Maps: [map] }] });
    const plan = planImport(text, []);
    expect(plan.names).toEqual(['A']);
    expect(plan.refused.map(({ name }) => name)).toEqual(['Auto/Orders/ByA', 'A', 'D', 'Without a name']);
  });

  test('refuses a file without definitions', () => {
    expect(() => planImport('{"a":1}', [])).toThrow('no index definition');
    expect(() => planImport('{', [])).toThrow('not JSON');
  });
});
