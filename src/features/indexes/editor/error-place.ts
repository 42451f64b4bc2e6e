/**
 * The place of a server's error in the texts of an index. Pure. The sandbox names line and column and quotes the
 * line; RavenDB's JavaScript errors have a position (6.2: a line) without a text, and its C# errors a position in
 * generated code.
 */
import type { IndexForm } from './index-form.ts';
import { languageOf } from './language.ts';

export type TextPart =
  | { readonly kind: 'map'; readonly index: number }
  | { readonly kind: 'reduce' }
  | { readonly kind: 'source'; readonly index: number };

export interface ErrorPlace {
  /** Without the position and without generated code. */
  readonly message: string;
  readonly part: TextPart | null;
  readonly line: number;
  readonly column: number;
  /** The name of a field, for an error in its options. */
  readonly field: string | null;
}

interface PartText {
  readonly part: TextPart;
  readonly lines: readonly string[];
  readonly text: string;
}

export function locateIndexError(message: string, detail: string, form: IndexForm): ErrorPlace {
  return (
    quotedLine(message, form) ??
    javascriptPosition(message, form) ??
    javascriptLine(message, form) ??
    compilerPosition(message, form) ??
    problematicText(message, detail, form) ??
    fieldOptions(message) ??
    failedAttempts(message) ?? {
      message: refusal(message, detail),
      part: null,
      line: 1,
      column: 1,
      field: null,
    }
  );
}

/** `… (line 2, column 24: return { A: o. };)` */
function quotedLine(message: string, form: IndexForm): ErrorPlace | null {
  const match = /^([\s\S]*?) ?\(line (\d+), column (\d+)(?:: ([\s\S]*))?\)/.exec(message);
  if (!match) return null;
  const [, sentence = '', line = '1', column = '1', quoted = ''] = match;
  const at = { line: Number(line), column: Number(column) };
  const texts = partsOf(form);
  const isQuoted = ({ lines }: PartText): boolean => {
    const written = (lines[at.line - 1] ?? '').trim();
    return written !== '' && quoted.startsWith(written.slice(0, 100));
  };
  const found = quoted === '' ? undefined : texts.find(isQuoted);
  const part = found ?? texts.find(({ lines }) => lines.length >= at.line);
  return {
    message: sentence.replace(/^The index '[^']*' was not made: /, ''),
    part: part?.part ?? null,
    ...at,
    field: null,
  };
}

/** `Unexpected token '}' (<anonymous>:2:24)`: the text is the one that has that token there. */
function javascriptPosition(message: string, form: IndexForm): ErrorPlace | null {
  const match = /^([\s\S]*?) ?\((?:<anonymous>|[\w.-]*):(\d+):(\d+)\)/.exec(message);
  if (!match) return null;
  const [, sentence = '', lineText = '1', columnText = '1'] = match;
  const [line, column] = [Number(lineText), Number(columnText)];
  const token = /(?:Unexpected (?:token|identifier|number|string)|Invalid)\b.*?['"‘](.+?)['"’]/.exec(
    sentence,
  )?.[1];
  const atEnd = /end of (?:input|file)|Unterminated/i.test(sentence);
  const score = ({ lines }: PartText): number => {
    const text = lines[line - 1];
    if (text === undefined) return 0;
    if (atEnd && line === lines.length && column >= text.length) return 3;
    if (token !== undefined && text.startsWith(token, column - 1)) return 3;
    return column <= text.length + 1 ? 1 : 0;
  };
  const [best] = partsOf(form)
    .filter(({ text }) => languageOf(text) === 'javascript')
    .map((part) => ({ part, score: score(part) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return { message: sentence, part: best?.part.part ?? null, line, column, field: null };
}

/** `Line 2: Unexpected token }` of RavenDB 6.2: the column is that of the token, if the line has it once. */
function javascriptLine(message: string, form: IndexForm): ErrorPlace | null {
  const match = /^Line (\d+): ([^\r\n]+)/.exec(message);
  if (!match) return null;
  const [, row = '1', sentence = ''] = match;
  const line = Number(row);
  const token = /^Unexpected token (?!ILLEGAL)(\S+)/.exec(sentence)?.[1];
  const lineOf = ({ lines }: PartText): string => lines[line - 1] ?? '';
  const texts = partsOf(form)
    .filter(({ lines }) => lines.length >= line)
    .filter((part) => languageOf(part.text) === 'javascript');
  const found = texts.find((part) => token !== undefined && lineOf(part).includes(token)) ?? texts[0];
  const text = found ? lineOf(found) : '';
  const at = token === undefined ? -1 : text.indexOf(token);
  const isOnce = at >= 0 && at === text.lastIndexOf(token ?? '');
  const column = (isOnce ? at : text.length - text.trimStart().length) + 1;
  return { message: sentence, part: found?.part ?? null, line, column, field: null };
}

/** `(25,38): error CS1525: …` of generated code, which precedes the errors in the message. */
function compilerPosition(message: string, form: IndexForm): ErrorPlace | null {
  const match = /\((\d+),(\d+)\): error (CS\d+: [^\n]*)/.exec(message);
  if (!match) return null;
  const [, row = '1', , sentence = ''] = match;
  const start = message.search(/^using System;/m);
  const generated = start < 0 ? [] : message.slice(start).split('\n');
  const wanted = squeezed(generated[Number(row) - 1] ?? '');
  const lines = partsOf(form).flatMap(({ part, lines }) =>
    lines.map((text, index) => ({ part, line: index + 1, text, likeness: likeness(squeezed(text), wanted) })),
  );
  const best = lines.reduce((best, each) => (each.likeness > best.likeness ? each : best), {
    part: partsOf(form)[0]?.part ?? null,
    line: 1,
    text: '',
    likeness: 0,
  });
  const column = best.text.length - best.text.trimStart().length + 1;
  return { message: sentence, part: best.part, line: best.line, column, field: null };
}

/** The length of the text that two lines share: generated code has other line breaks, but the same text. */
function likeness(written: string, generated: string): number {
  if (written.length < 3 || generated === '') return 0;
  if (written === generated) return Infinity;
  if (generated.includes(written)) return written.length;
  return written.includes(generated) ? generated.length : 0;
}

function squeezed(line: string): string {
  return line.replaceAll(/\s+/g, '').replace(/[,;]$/, '');
}

/** `IndexDefinitionProperty='Maps', ProblematicText='…'` */
function problematicText(message: string, detail: string, form: IndexForm): ErrorPlace | null {
  const text = /ProblematicText='([\s\S]+?)'(?: --->|\r?\n {3}at|$)/.exec(detail)?.[1];
  if (text === undefined) return null;
  const found = partsOf(form).find((part) => squeezed(part.text) === squeezed(text.replaceAll('\r\n', '\n')));
  return found ? { message, part: found.part, line: 1, column: 1, field: null } : null;
}

function fieldOptions(message: string): ErrorPlace | null {
  const field = /for field: (\S+)/.exec(message)?.[1] ?? /the field '([^']+)' has/.exec(message)?.[1];
  return field === undefined ? null : { message, part: null, line: 1, column: 1, field };
}

/** `Index '…' is marked as errored. Index … is invalid, out of 6 map attempts, 6 has failed. …`, of a test in RavenDB. */
function failedAttempts(message: string): ErrorPlace | null {
  const counts = /is invalid, (out of [\s\S]+?)\.? Error rate/.exec(message)?.[1];
  if (counts === undefined) return null;
  const sentence = `The scripts failed: ${counts}. This server names neither documents nor lines of a test. It also stops scripts after 10,000 statements (Indexing.MaxStepsForScript). Try the index in the sandbox, or save it under another name to read its errors.`;
  return { message: sentence, part: null, line: 1, column: 1, field: null };
}

/** A server that refused inside its cluster names the reason only in the details. */
function refusal(message: string, detail: string): string {
  if (!/Cluster is probably down|Failed to (?:create|update)/.test(message)) return message;
  const causes = [...detail.matchAll(/---> ([\w.+]+): ([^\n]+)/g)];
  return causes.at(-1)?.[2]?.trim() ?? message;
}

function partsOf(form: IndexForm): PartText[] {
  const part = (of: TextPart, text: string): PartText => ({ part: of, text, lines: text.split('\n') });
  return [
    ...form.maps.map((text, index) => part({ kind: 'map', index }, text)),
    ...(form.reduce === '' ? [] : [part({ kind: 'reduce' }, form.reduce)]),
    ...form.sources.map(({ text }, index) => part({ kind: 'source', index }, text)),
  ];
}

export function partName(part: TextPart, form: IndexForm): string {
  if (part.kind === 'reduce') return 'Reduce';
  if (part.kind === 'map') return form.maps.length > 1 ? `Map ${part.index + 1}` : 'Map';
  const name = form.sources[part.index]?.name ?? '';
  return name === '' ? `Additional source ${part.index + 1}` : name;
}

export function samePart(one: TextPart | null, other: TextPart): boolean {
  if (one?.kind !== other.kind) return false;
  return one.kind === 'reduce' || (other.kind !== 'reduce' && one.index === other.index);
}
