import { expect, it } from 'vitest';
import { readImport } from './import-definition.ts';
import { definitionJson, toForm } from './index-form.ts';

const definition = { Name: 'A', Maps: ["map('Orders', o => ({ A: 1 }))"], Priority: 'High' };

it('reads what was exported', () => {
  const form = toForm(definition);
  expect(readImport(`\uFEFF${definitionJson(form)}`)).toEqual({ kind: 'form', form, left: 0 });
});

it('reads the first definition of a list, and says how many are left', () => {
  for (const list of [
    { Indexes: [definition, definition] },
    { Results: [definition, definition] },
    [definition, {}, definition],
  ])
    expect(readImport(JSON.stringify(list))).toMatchObject({ kind: 'form', form: { name: 'A' }, left: 1 });
});

it('refuses other files with the reason', () => {
  for (const [text, part] of [
    ['{"Name": ', 'not JSON'],
    ['[1, 2]', 'no index definition'],
    ['"text"', 'no index definition'],
    ['{"Name":"A","Maps":[]}', 'no map'],
    ['{"Name":"Auto/A","Type":"AutoMap","Maps":["Orders:[Name:A]"]}', 'automatic index'],
  ] as const) {
    const read = readImport(text);
    expect(read.kind === 'refused' ? read.reason : read.kind, text).toContain(part);
  }
});
