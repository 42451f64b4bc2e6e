/** Formats one value as a single line. Pure. */
import { pluralize } from './format.ts';
import { nestedListText, nestedObjectText } from './nested-text.ts';

export type CellKind = 'text' | 'number' | 'boolean' | 'null' | 'missing' | 'object' | 'list';

export interface Cell {
  readonly kind: CellKind;
  readonly text: string;
  /** The number exceeds JavaScript precision: the last digits of the text can be wrong. */
  readonly inexact: boolean;
}

const MAX_CHARACTERS = 300;
const MAX_MEMBERS = 4;

export function summarise(value: unknown): Cell {
  if (value === undefined) return cell('missing', '');
  if (value === null) return cell('null', 'null');
  if (typeof value === 'string') return cell('text', oneLine(value));
  if (typeof value === 'boolean') return cell('boolean', String(value));
  if (typeof value === 'number')
    return {
      kind: 'number',
      text: String(value),
      inexact: Number.isInteger(value) && !Number.isSafeInteger(value),
    };
  if (Array.isArray(value)) return cell('list', listText(value));
  if (typeof value === 'object') return cell('object', objectText(value));
  return cell('text', typeof value);
}

function cell(kind: CellKind, text: string): Cell {
  return { kind, text, inexact: false };
}

function listText(list: readonly unknown[]): string {
  const simple = list.every((item) => typeof item !== 'object' || item === null);
  if (list.length === 0 || !simple) return nestedListText(list.length);
  const shown = list.slice(0, MAX_MEMBERS).map(short).join(', ');
  return list.length <= MAX_MEMBERS ? `[${shown}]` : `[${shown}, …] ${pluralize(list.length, 'item')}`;
}

function objectText(object: object): string {
  const entries = Object.entries(object).filter(([name]) => name !== '@metadata');
  if (entries.length === 0) return nestedObjectText(0);
  const shown = entries
    .slice(0, MAX_MEMBERS)
    .map(([name, value]) => `${name}: ${short(value)}`)
    .join(', ');
  return `{ ${shown}${entries.length > MAX_MEMBERS ? ', …' : ''} }`;
}

function short(value: unknown): string {
  if (typeof value === 'string') return `"${oneLine(value).slice(0, 40)}"`;
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value);
}

function oneLine(text: string): string {
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  return cut.replaceAll(/\s+/g, ' ');
}
