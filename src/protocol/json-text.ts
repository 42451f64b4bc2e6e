/**
 * JSON as text. Numbers of a document can have more digits than a double (12345678901234567890, 1.50), and the
 * server keeps them all; JSON.parse and JSON.stringify would change them. So documents are parsed to a structure
 * over the text, and formatted and edited as text.
 */
import { MAX_JSON_DEPTH } from './json-depth.ts';

export type JsonNode = JsonObject | JsonArray | JsonScalar;

interface Span {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}
export interface JsonObject extends Span {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
}
export interface JsonArray extends Span {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}
export interface JsonScalar extends Span {
  readonly kind: 'string' | 'number' | 'true' | 'false' | 'null';
}
export interface JsonMember {
  /** Decoded. */
  readonly key: string;
  readonly keyStart: number;
  readonly value: JsonNode;
}

/** The position where the text is not valid JSON, as a message and in editor coordinates. */
export class JsonTextError extends Error {
  readonly offset: number;
  /** Both 1-based. */
  readonly line: number;
  readonly column: number;

  constructor(problem: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - (before.lastIndexOf('\n') + 1) + 1;
    super(`Line ${line}, column ${column}: ${problem}`);
    this.name = 'JsonTextError';
    this.offset = offset;
    this.line = line;
    this.column = column;
  }
}

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const HEX4 = /^[0-9a-fA-F]{4}$/;
const SPACE = /[ \t\n\r]*/y;

/** Parses a text as one JSON value. Throws JsonTextError. */
export function parseJsonText(text: string): JsonNode {
  let at = 0;

  const fail = (problem: string, offset = at): never => {
    throw new JsonTextError(problem, text, offset);
  };
  const skipSpace = () => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  };
  const found = () =>
    at >= text.length ? 'the end of the text' : `"${String.fromCodePoint(text.codePointAt(at) ?? 0)}"`;

  function scalar(wanted: string): JsonScalar {
    const start = at;
    if (text[at] === '"') {
      const end = stringEnd(text, start);
      if (end === undefined) return fail(brokenString(text, start));
      at = end;
      return { kind: 'string', start, end };
    }
    LITERAL.lastIndex = at;
    if (!LITERAL.test(text)) return fail(`expected ${wanted}, found ${found()}.`);
    at = LITERAL.lastIndex;
    return { kind: literalKind(text.charCodeAt(start)), start, end: at };
  }

  function value(depth: number, wanted: string): JsonNode {
    const opening = text[at];
    if (depth >= MAX_JSON_DEPTH && (opening === '{' || opening === '['))
      return fail(`this is nested deeper than ${MAX_JSON_DEPTH} levels.`);
    if (opening === '{') return object(depth);
    if (opening === '[') return array(depth);
    return scalar(wanted);
  }

  function object(depth: number): JsonObject {
    const start = at++;
    const members: JsonMember[] = [];
    skipSpace();
    if (text[at] === '}') return { kind: 'object', start, end: ++at, members };
    for (;;) {
      const keyStart = at;
      if (text[at] !== '"')
        fail(
          members.length > 0 && text[at] === '}'
            ? 'there is an extra comma before this "}".'
            : `expected a property name in double quotes, found ${found()}.`,
        );
      scalar('a property name');
      const key = text.slice(keyStart + 1, at - 1);
      skipSpace();
      if (text[at] !== ':') fail(`expected ":" after a property name, found ${found()}.`);
      at++;
      skipSpace();
      members.push({
        key: key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key,
        keyStart,
        value: value(depth + 1, 'a value'),
      });
      skipSpace();
      if (text[at] === '}') return { kind: 'object', start, end: ++at, members };
      if (text[at] !== ',') fail(`expected "," or "}" after a value, found ${found()}.`);
      at++;
      skipSpace();
    }
  }

  function array(depth: number): JsonArray {
    const start = at++;
    const items: JsonNode[] = [];
    skipSpace();
    if (text[at] === ']') return { kind: 'array', start, end: ++at, items };
    for (;;) {
      if (items.length > 0 && text[at] === ']') fail('there is an extra comma before this "]".');
      items.push(value(depth + 1, 'a value'));
      skipSpace();
      if (text[at] === ']') return { kind: 'array', start, end: ++at, items };
      if (text[at] !== ',') fail(`expected "," or "]" after a value, found ${found()}.`);
      at++;
      skipSpace();
    }
  }

  skipSpace();
  const root = value(0, 'a value');
  skipSpace();
  if (at < text.length) fail(`expected the end of the text, found ${found()}.`);
  return root;
}

/**
 * The offset after the closing quote; undefined for an invalid string. A loop, because a regular expression would
 * need stack for every character of a text of megabytes.
 */
function stringEnd(text: string, start: number): number | undefined {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i + 1;
    if (code < 0x20) return undefined;
    if (code !== 0x5c) continue;
    const escape = text[++i];
    if (escape === 'u') {
      if (!HEX4.test(text.slice(i + 1, i + 5))) return undefined;
      i += 4;
    } else if (escape === undefined || !'"\\/bfnrt'.includes(escape)) return undefined;
  }
  return undefined;
}

function brokenString(text: string, start: number): string {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '\n' || char === '\r') break;
    if (char === '"') return 'this string contains a character or an escape that JSON does not allow.';
    if (char === '\\') i++;
  }
  return 'this string has no closing quote.';
}

function literalKind(first: number): JsonScalar['kind'] {
  switch (first) {
    case 0x74:
      return 'true';
    case 0x66:
      return 'false';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

export function member(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === 'object' ? node.members.find((each) => each.key === key) : undefined;
}

/** The decoded text of a string node; undefined for any other node. */
export function stringValue(text: string, node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? String(JSON.parse(text.slice(node.start, node.end))) : undefined;
}

export function slice(text: string, node: JsonNode): string {
  return text.slice(node.start, node.end);
}

/** Formats a value over lines; every scalar keeps its text. */
export function formatJson(text: string, node: JsonNode, indent = 4): string {
  const out: string[] = [];
  write(node, 0);
  return out.join('');

  function newLine(level: number) {
    out.push('\n', ' '.repeat(indent * level));
  }
  function write(each: JsonNode, level: number) {
    if (each.kind === 'object') {
      if (each.members.length === 0) return void out.push('{}');
      out.push('{');
      each.members.forEach((entry, index) => {
        if (index > 0) out.push(',');
        newLine(level + 1);
        // The text of the key as written, with escapes.
        out.push(keyText(text, entry), ': ');
        write(entry.value, level + 1);
      });
      newLine(level);
      out.push('}');
    } else if (each.kind === 'array') {
      if (each.items.length === 0) return void out.push('[]');
      out.push('[');
      each.items.forEach((item, index) => {
        if (index > 0) out.push(',');
        newLine(level + 1);
        write(item, level + 1);
      });
      newLine(level);
      out.push(']');
    } else out.push(slice(text, each));
  }
}

function keyText(text: string, entry: JsonMember): string {
  return text.slice(entry.keyStart, stringEnd(text, entry.keyStart));
}
