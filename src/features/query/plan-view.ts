/**
 * Converts a server's query plan to the boxes of `charts/plan`. All operators seen on RavenDB 7.1 (Corax) and in
 * the sandbox have descriptions; unknown ones are shown by name with all parameters.
 */
import type { PlanBox, PlanFact } from '../../charts/plan/index.ts';
import type { PlanNode } from '../../protocol/queries.ts';
import { formatCount, formatMs } from '../../ui/format.ts';
import { operatorWords } from './plan-operators.ts';
import { comparers, comparesWhole, fieldName, planCount, rangeText, readValue } from './plan-parameters.ts';

/** Estimates off by this factor, in either direction, are highlighted. */
const SURPRISE_FACTOR = 8;

export function planBoxes(plan: PlanNode): PlanBox {
  // Shares require that the server measures every operator.
  const whole = ownTime(plan) === null ? null : sumOwnTime(plan);
  return toBox(plan, '0', whole);
}

function toBox(node: PlanNode, id: string, whole: number | null): PlanBox {
  const words = operatorWords(node.operation);
  const own = ownTime(node);
  const estimate = estimateOf(node);
  const actual = node.entriesOut;
  return {
    id,
    title: words.title,
    glyph: words.glyph,
    lines: tellingLines(node),
    share: whole === null || own === null ? null : whole === 0 ? 0 : own / whole,
    time: own === null ? null : formatMs(own),
    actual,
    estimate: estimate?.text ?? null,
    flow: actual ?? estimate?.value ?? null,
    // A scan that a limit stopped early has no wrong estimate.
    surprise: node.parameters.StoppedEarly === 'True' ? null : surprise(actual, estimate?.value ?? null),
    facts: facts(node, words.explains),
    children: node.children.map((child, index) => toBox(child, `${id}.${index}`, whole)),
  };
}

/** Newer RavenDB builds report a node's milliseconds among the parameters. */
function ownTime(node: PlanNode): number | null {
  if (node.ownMs !== null) return node.ownMs;
  const told = Number.parseFloat(node.parameters.Ms ?? '');
  return Number.isFinite(told) ? told : null;
}

function sumOwnTime(node: PlanNode): number {
  return (ownTime(node) ?? 0) + node.children.reduce((sum, child) => sum + sumOwnTime(child), 0);
}

interface Estimate {
  readonly text: string;
  readonly value: number | null;
}

function estimateOf(node: PlanNode): Estimate | null {
  if (node.estimate !== null) return { text: `~${formatCount(node.estimate)}`, value: node.estimate };
  return planCount(node.parameters);
}

function surprise(actual: number | null, estimate: number | null): string | null {
  if (actual === null || estimate === null) return null;
  // One is added on both sides: zero against a few is not significant.
  const factor = (actual + 1) / (estimate + 1);
  if (factor >= SURPRISE_FACTOR) return `${Math.round(factor)}× more than estimated`;
  if (factor <= 1 / SURPRISE_FACTOR) return `${Math.round(1 / factor)}× fewer than estimated`;
  return null;
}

/** The most important facts: field and values. */
function tellingLines(node: PlanNode): string[] {
  const told = node.parameters;
  const lines: string[] = [];
  const field = fieldName(told);
  const range = rangeText(told);
  const text = (prefix: string, name: string, suffix = '') =>
    told[name] === undefined ? undefined : `${prefix}${readValue(told[name])}${suffix}`;

  const what =
    range ??
    (told.Term === undefined ? undefined : termText(told.Term)) ??
    text('in [', 'Terms', ']') ??
    text('', 'Prefix', '…') ??
    text('…', 'Suffix') ??
    text('', 'Shape');
  if (field && what) lines.push(`${field} ${what}`);
  else if (field) lines.push(sortDirection(told, field));
  else if (what) lines.push(what);
  if (told.Collection !== undefined) lines.push(told.Collection);
  if (told.StoppedEarly === 'True') lines.push('stopped early: limit reached');
  if (told.Skip !== undefined || told.Take !== undefined) lines.push(pageText(told));
  if (told.Fields !== undefined && node.operation === 'Projection') lines.push(told.Fields);
  if (told.FieldType === 'Score') lines.push('by score');
  if (told.FieldType === 'Random') lines.push('in random order');
  if (comparesWhole(told) && range !== undefined && !isDate(told)) lines.push('as integers');
  lines.push(...comparers(told));
  if (told.BoostFactor !== undefined) lines.push(`score × ${told.BoostFactor}`);
  if (told.DataStructure !== undefined) lines.push(`with a ${told.DataStructure.toLowerCase()}`);
  if (told.OptimizationHint !== undefined) lines.push(told.OptimizationHint);
  return lines;
}

/** Dates are indexed as integers, which is expected. */
function isDate(told: Readonly<Record<string, string>>): boolean {
  return [told.LowValue, told.HighValue].some((value) => value !== undefined && readValue(value) !== value);
}

/** `In` is one term that contains a list. */
function termText(term: string): string {
  const value = readValue(term);
  return value.startsWith('[') && value !== term ? `in ${value}` : `= ${value}`;
}

function pageText(told: Readonly<Record<string, string>>): string {
  const skip = told.Skip === undefined || told.Skip === '0' ? '' : `skip ${told.Skip}`;
  const take = told.Take === undefined ? '' : `take ${told.Take}`;
  return [skip, take].filter((part) => part !== '').join(', ');
}

function sortDirection(told: Readonly<Record<string, string>>, field: string): string {
  if (told.Ascending === undefined) return field;
  return `${field} ${told.Ascending === 'False' ? '↓ descending' : '↑ ascending'}`;
}

function facts(node: PlanNode, explains: string | null): PlanFact[] {
  const list: PlanFact[] = [{ label: 'Operator', value: node.operation }];
  if (explains) list.push({ label: 'Description', value: explains });
  if (comparesWhole(node.parameters) && !isDate(node.parameters))
    list.push({
      label: 'Comparison',
      value: 'As integers, because the query uses one: 10.9 counts as 10. Write 10.0 to compare fractions.',
    });
  const count = (label: string, value: number | null) => {
    if (value !== null) list.push({ label, value: formatCount(value) });
  };
  count('Entries in', node.entriesIn);
  count('Entries out', node.entriesOut);
  count('Estimated entries', node.estimate);
  if (node.ownMs !== null) list.push({ label: 'Own time', value: formatMs(node.ownMs) });
  if (node.totalMs !== null) list.push({ label: 'Total time', value: formatMs(node.totalMs) });
  for (const [label, value] of Object.entries(node.parameters))
    list.push({ label, value: value === '' ? '(open)' : value });
  return list;
}
