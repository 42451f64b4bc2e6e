/** Cells as JSON. Numbers keep their digits: they never become a JavaScript number. Pure. */
import { JsonTextError, parseJsonText } from '../../../../protocol/json-text.ts';

export const columnTypes = ['text', 'number', 'decimalComma', 'boolean', 'date', 'json', 'any'] as const;
export type ColumnType = (typeof columnTypes)[number];

export const columnTypeNames: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  number: 'Number',
  decimalComma: 'Number 1.234,5',
  boolean: 'Boolean',
  date: 'Date (ISO)',
  json: 'JSON',
  any: 'By content',
};

export type CellValue =
  { readonly ok: true; readonly json: string } | { readonly ok: false; readonly problem: string };

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LOOSE_NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;
const GROUPED_COMMA = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,7})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The JSON of a cell that is not empty. */
export function cellValue(type: ColumnType, text: string): CellValue {
  switch (type) {
    case 'text':
      return json(JSON.stringify(text));
    case 'number':
      return numberOf(text.trim());
    case 'decimalComma': {
      const number = text.trim();
      return GROUPED_COMMA.test(number)
        ? numberOf(number.replaceAll('.', '').replace(',', '.'))
        : wrong(text, 'a number with a decimal comma');
    }
    case 'boolean': {
      const word = text.trim().toLowerCase();
      return word === 'true' || word === 'false' ? json(word) : wrong(text, 'true or false');
    }
    case 'date':
      return isDate(text.trim()) ? json(JSON.stringify(text.trim())) : wrong(text, 'an ISO date');
    case 'json':
      return jsonOf(text);
    case 'any':
      return anyOf(text);
  }
}

export function fitsType(type: ColumnType, text: string): boolean {
  // A leading zero is part of a code, not of a number: `007`, `01234`.
  if (type === 'number') return JSON_NUMBER.test(text);
  return cellValue(type, text).ok;
}

/** `+5`, `007`, `.5` and `5.` are written as JSON spells them. */
function numberOf(text: string): CellValue {
  if (JSON_NUMBER.test(text)) return json(text);
  const [, sign, whole = '', fraction = '', exponent = ''] = LOOSE_NUMBER.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return wrong(text, 'a number');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return json(
    `${sign === '-' ? '-' : ''}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}${exponent}`,
  );
}

function isDate(text: string): boolean {
  const [, year, month, day] = ISO_DATE.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${year}-${month ?? ''}-${day ?? ''}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function jsonOf(text: string): CellValue {
  try {
    parseJsonText(text);
    return json(text.trim());
  } catch (thrown) {
    if (!(thrown instanceof JsonTextError)) throw thrown;
    return { ok: false, problem: `is not JSON: ${thrown.message}` };
  }
}

/** Numbers, booleans, null, objects and arrays as such; everything else is a text. */
function anyOf(text: string): CellValue {
  if (text === 'true' || text === 'false' || text === 'null' || JSON_NUMBER.test(text)) return json(text);
  if (!/^[[{]/.test(text)) return json(JSON.stringify(text));
  const read = jsonOf(text);
  return read.ok ? read : json(JSON.stringify(text));
}

const json = (text: string): CellValue => ({ ok: true, json: text });

const wrong = (text: string, wanted: string): CellValue => ({
  ok: false,
  problem: `is not ${wanted}: ${shortened(text)}`,
});

export function shortened(text: string, length = 40): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return JSON.stringify(line.length > length ? `${line.slice(0, length)}…` : line);
}
