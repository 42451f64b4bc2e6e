/**
 * Converts an automatic index to a static one in JavaScript. Pure. RavenDB's own conversion writes C# and refuses
 * fields of arrays and places; servers without that route get the same result.
 */
import { isJsonObject } from '../../../protocol/queries.ts';
import type { IndexDefinition } from '../../../protocol/index-definitions.ts';
import { emptyField, emptySpatial, type FieldForm, type IndexForm } from './index-form.ts';
import { emptyForm } from './templates.ts';

export function convertAutoIndex(auto: IndexDefinition): IndexForm {
  const [map, reduce] = [firstText(auto.Maps), firstText([auto.Reduce])];
  const collection = map.slice(0, Math.max(0, map.indexOf(':[')));
  const listed = isJsonObject(auto.Fields) ? Object.keys(auto.Fields) : [];
  const sums = reduce === '' ? [] : operationsIn(map);
  const fields = fieldsOf(listed, auto);
  const members = fields.map((field) => ({
    name: field.form.name,
    value: sums.includes(field.path) ? sumOf(field.path) : field.value,
  }));
  const source = collection === '' || collection === '@all_docs' ? '@all_docs' : collection;
  return {
    ...emptyForm,
    name: firstText([auto.Name]).replace(/^Auto\//, 'Index/'),
    maps: [
      `map('${source.replaceAll("'", "\\'")}', document => ({\n${members.map(({ name, value }) => `    ${memberName(name)}: ${value},\n`).join('')}}));\n`,
    ],
    reduce: reduce === '' ? '' : reduceText(fields, sums),
    fields: fields.map(({ form }) => form).filter((form) => hasOptions(form)),
  };
}

interface ConvertedField {
  /** As the automatic index names it. */
  readonly path: string;
  readonly value: string;
  readonly form: FieldForm;
}

/** `search(Name)` and `exact(Name)` are further ways to index `Name`, so they become options or further fields. */
function fieldsOf(listed: readonly string[], auto: IndexDefinition): ConvertedField[] {
  const options = isJsonObject(auto.Fields) ? auto.Fields : {};
  const converted: ConvertedField[] = [];
  for (const name of listed) {
    const wrapped = /^(search|exact)\((.+)\)$/.exec(name);
    const path = wrapped?.[2] ?? name;
    const place = /^spatial\.(point|wkt)\((.+)\)$/.exec(name);
    if (place) {
      converted.push(spatialField(name, place[1] ?? '', (place[2] ?? '').split(/\s*[,|]\s*/)));
      continue;
    }
    const indexing = wrapped?.[1] === 'search' ? 'Search' : wrapped?.[1] === 'exact' ? 'Exact' : '';
    const plain = fieldName(path);
    const taken = converted.some(({ form }) => form.name === plain);
    const own = options[name];
    const suggestions = isJsonObject(own) && own.Suggestions === true;
    converted.push({
      path: name,
      value: valueOf(path),
      form: { ...emptyField, name: taken ? `${plain}_${indexing || 'Field'}` : plain, indexing, suggestions },
    });
  }
  return converted;
}

function spatialField(name: string, kind: string, paths: readonly string[]): ConvertedField {
  const values = paths.map(valueOf).join(', ');
  const label = paths.map((path) => fieldName(path)).join('_');
  return {
    path: name,
    value: `createSpatialField(${values})`,
    form: { ...emptyField, name: kind === 'point' ? `Place_${label}` : label, spatial: emptySpatial },
  };
}

/** `ShipTo.City` → `document.ShipTo.City`; `Lines[].Name` → the names of all lines. */
function valueOf(path: string): string {
  if (path === 'id()') return 'id(document)';
  const [head = '', ...rest] = path.split('[].');
  let value = `document${access(head.replace(/\[\]$/, ''))}`;
  rest.forEach((part, depth) => {
    const item = depth === 0 ? 'item' : `item${depth + 1}`;
    const call = depth === rest.length - 1 ? 'map' : 'flatMap';
    value += `.${call}(${item} => ${item}${access(part.replace(/\[\]$/, ''))}`;
  });
  return value + ')'.repeat(rest.length);
}

function access(path: string): string {
  return path
    .split('.')
    .map((name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`))
    .join('');
}

function fieldName(path: string): string {
  return path.replaceAll('[].', '_').replaceAll('[]', '').replaceAll('.', '_').replaceAll(/[()]/g, '');
}

/** The summed fields of `Orders:[<Name:Count#Operation:Count>;<Name:Total#Operation:Sum>]`. */
function operationsIn(map: string): string[] {
  return [...map.matchAll(/<Name:([^<>#]+)#Operation:(?:Count|Sum)>/g)].map(([, name = '']) => name);
}

function sumOf(path: string): string {
  return path === 'Count' ? '1' : valueOf(path);
}

function reduceText(fields: readonly ConvertedField[], sums: readonly string[]): string {
  const keys = fields.filter(({ path }) => !sums.includes(path) && !/^(search|exact)\(/.test(path));
  const only = keys.length === 1 ? keys[0] : undefined;
  const key = only
    ? `entry.${only.form.name}`
    : `({ ${keys.map(({ form }) => `${memberName(form.name)}: entry.${form.name}`).join(', ')} })`;
  const keyLines = fields
    .filter(({ path }) => !sums.includes(path))
    .map(({ form, path }) => {
      const base = fieldName(path.replace(/^(?:search|exact)\((.+)\)$/, '$1'));
      return `        ${memberName(form.name)}: ${only ? 'group.key' : `group.key.${base}`},\n`;
    });
  const sumLines = fields
    .filter(({ path }) => sums.includes(path))
    .map(
      ({ form }) =>
        `        ${memberName(form.name)}: group.values.reduce((sum, entry) => sum + entry.${form.name}, 0),\n`,
    );
  return `groupBy(entry => ${key})\n    .aggregate(group => ({\n${[...keyLines, ...sumLines].join('')}    }));\n`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function hasOptions(form: FieldForm): boolean {
  return form.indexing !== '' || form.suggestions || form.spatial !== null;
}

function firstText(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === 'string' ? first : '';
}
