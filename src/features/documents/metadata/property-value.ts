/** A value of the metadata as it is typed in a form: its type, and the text of it. Pure. */
import { formatJson, JsonTextError, parseJsonText, stringValue } from '../../../protocol/json-text.ts';

export const valueTypes = ['text', 'number', 'true', 'false', 'null', 'json'] as const;
export type ValueType = (typeof valueTypes)[number];

export const valueTypeTitles: Readonly<Record<ValueType, string>> = {
  text: 'Text',
  number: 'Number',
  true: 'True',
  false: 'False',
  null: 'Null',
  json: 'JSON',
};

export interface TypedValue {
  readonly type: ValueType;
  /** Of a text, a number or JSON. */
  readonly text: string;
}

/** An input field would drop or replace them. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/;

export function toTypedValue(json: string): TypedValue {
  const node = parseJsonText(json);
  switch (node.kind) {
    case 'string': {
      const text = stringValue(json, node) ?? '';
      return CONTROL.test(text) ? { type: 'json', text: json } : { type: 'text', text };
    }
    case 'number':
      return { type: 'number', text: json };
    case 'object':
    case 'array':
      return { type: 'json', text: formatJson(json, node) };
    default:
      return { type: node.kind, text: '' };
  }
}

export type TypedJson =
  { readonly kind: 'json'; readonly json: string } | { readonly kind: 'problem'; readonly problem: string };

export function toJson({ type, text }: TypedValue): TypedJson {
  switch (type) {
    case 'text':
      return { kind: 'json', json: JSON.stringify(text) };
    case 'number':
      return readNumber(text.trim());
    case 'json':
      return readJson(text);
    default:
      return { kind: 'json', json: type };
  }
}

/** The digits stay as typed: a number can have more than a double holds. */
function readNumber(text: string): TypedJson {
  const problem = { kind: 'problem', problem: 'Type a number, such as 12 or -1.5.' } as const;
  try {
    return parseJsonText(text).kind === 'number' ? { kind: 'json', json: text } : problem;
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return problem;
    throw thrown;
  }
}

function readJson(text: string): TypedJson {
  if (text.trim() === '') return { kind: 'problem', problem: 'Type a JSON value, such as ["a", "b"].' };
  try {
    const json = formatJson(text, parseJsonText(text));
    // In the document it is two levels deeper, which counts for the limit of nesting.
    parseJsonText(`[[${json}]]`);
    return { kind: 'json', json };
  } catch (thrown) {
    if (thrown instanceof JsonTextError)
      return { kind: 'problem', problem: `Invalid JSON. ${thrown.message}` };
    throw thrown;
  }
}
