/** One index in place of several plain maps of a collection, as the cleanup advice proposes it. Pure. */
import { simpleMap, withVariable, type SimpleMap } from '../list/map-fields.ts';
import type { IndexForm } from './index-form.ts';

const LONGEST_NAME = 100;

/** Throws where the definitions changed since the advice. */
export function mergeIndexes(forms: readonly IndexForm[]): IndexForm {
  const [first] = forms;
  const maps = forms.map(plainMap);
  const [target] = maps;
  if (!first || !target) throw new Error('There are no indexes to merge.');
  const members = new Map<string, string>();
  maps.forEach((map, at) => {
    if (map.language !== target.language || map.collection.toLowerCase() !== target.collection.toLowerCase())
      throw new Error(`${forms[at]?.name ?? ''} does not map ${target.collection} in the same language.`);
    for (const { name, expression } of map.members) {
      const written = withVariable(expression, map.variable, target.variable);
      const known = members.get(name);
      if (known !== undefined && known.replaceAll(/\s+/g, '') !== written.replaceAll(/\s+/g, ''))
        throw new Error(`${name} has different values in the indexes: ${known} and ${written}.`);
      if (known === undefined) members.set(name, written);
    }
  });
  const fields = new Map(forms.flatMap((form) => form.fields).map((field) => [field.name, field]));
  return {
    ...first,
    name: `${target.collection.replaceAll(/[^\p{L}\p{N}_-]/gu, '')}/By${[...members.keys()].join('And')}`.slice(
      0,
      LONGEST_NAME,
    ),
    maps: [mapText(target, members)],
    fields: [...fields.values()],
    lockMode: 'Unlock',
  };
}

function plainMap(form: IndexForm): SimpleMap {
  const [text, ...others] = form.maps;
  const map = text === undefined || others.length > 0 || form.reduce !== '' ? null : simpleMap(text);
  if (!map) throw new Error(`${form.name} is no longer a plain map, so it cannot be merged.`);
  return map;
}

function mapText(
  { language, collection, variable }: SimpleMap,
  members: ReadonlyMap<string, string>,
): string {
  const separator = language === 'csharp' ? ' =' : ':';
  const lines = [...members].map(([name, expression]) => `    ${name}${separator} ${expression},\n`).join('');
  if (language === 'javascript')
    return `map('${collection.replaceAll("'", "\\'")}', ${variable} => ({\n${lines}}));\n`;
  const docs = collection === '@all_docs' ? 'docs' : `docs.${collection}`;
  return `from ${variable} in ${docs}\nselect new\n{\n${lines.replace(/,\n$/, '\n')}}\n`;
}
