/**
 * Converts a server's query plan to the boxes of `charts/plan`. All operators seen on RavenDB 7.1 (Corax) and in
 * the sandbox have descriptions; unknown ones are shown by name with all parameters.
 */
import type { PlanBox, PlanFact } from '../../../charts/plan/index.ts';
import type { PlanNode } from '../../../protocol/queries.ts';
import { formatCount, formatMs, pluralize } from '../../../ui/format.ts';
import { operatorText } from './plan-operators.ts';
import { comparers, comparesWhole, fieldName, planCount, rangeText, readValue } from './plan-parameters.ts';

/** Estimates off by this factor, in either direction, are highlighted. */
const DEVIATION_FACTOR = 8;

export function planBoxes(plan: PlanNode): PlanBox {
  // Shares require that the server measures every operator.
  const whole = ownTime(plan) === null ? null : sumOwnTime(plan);
  return toBox(plan, '0', whole);
}

function toBox(node: PlanNode, id: string, whole: number | null): PlanBox {
  const words = operatorText(node.operation);
  const own = ownTime(node);
  const estimate = estimateOf(node);
  const actual = node.entriesOut;
  return {
    id,
    title: words.title,
    icon: words.icon,
    lines: importantLines(node),
    share: whole === null || own === null ? null : whole === 0 ? 0 : own / whole,
    time: own === null ? null : formatMs(own),
    actual,
    estimate: estimate?.text ?? null,
    flow: actual ?? estimate?.value ?? null,
    // A scan that a limit stopped early has no wrong estimate.
    deviation: node.parameters.StoppedEarly === 'True' ? null : deviation(actual, estimate?.value ?? null),
    facts: facts(node, sentence(node, words.description)),
    children: node.children.map((child, index) => toBox(child, `${id}.${index}`, whole)),
  };
}

/** Newer RavenDB builds report a node's milliseconds among the parameters. */
function ownTime(node: PlanNode): number | null {
  if (node.ownMs !== null) return node.ownMs;
  const values = Number.parseFloat(node.parameters.Ms ?? '');
  return Number.isFinite(values) ? values : null;
}

function sumOwnTime(node: PlanNode): number {
  return (ownTime(node) ?? 0) + node.children.reduce((sum, child) => sum + sumOwnTime(child), 0);
}

/** The estimated output entries by id of the box. */
export function planEstimates(plan: PlanNode): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const walk = (node: PlanNode, id: string): void => {
    const value = estimateOf(node)?.value;
    if (value !== undefined && value !== null) found.set(id, value);
    for (const [index, child] of node.children.entries()) walk(child, `${id}.${index}`);
  };
  walk(plan, '0');
  return found;
}

interface Estimate {
  readonly text: string;
  readonly value: number | null;
}

function estimateOf(node: PlanNode): Estimate | null {
  if (node.estimate !== null) return { text: `~${formatCount(node.estimate)}`, value: node.estimate };
  return planCount(node.parameters);
}

function deviation(actual: number | null, estimate: number | null): string | null {
  if (actual === null || estimate === null) return null;
  // One is added on both sides: zero against a few is not significant.
  const factor = (actual + 1) / (estimate + 1);
  if (factor >= DEVIATION_FACTOR) return `${Math.round(factor)}× more than estimated`;
  if (factor <= 1 / DEVIATION_FACTOR) return `${Math.round(1 / factor)}× fewer than estimated`;
  return null;
}

/** The most important facts: field and values. */
function importantLines(node: PlanNode): string[] {
  const values = node.parameters;
  const lines: string[] = [];
  const field = fieldName(values);
  const range = rangeText(values);
  const text = (prefix: string, name: string, suffix = '') =>
    values[name] === undefined ? undefined : `${prefix}${readValue(values[name])}${suffix}`;

  const what =
    range ??
    (values.Term === undefined ? undefined : termText(values.Term)) ??
    text('in [', 'Terms', ']') ??
    text('', 'Prefix', '…') ??
    text('…', 'Suffix') ??
    text('', 'Shape');
  if (field && what) lines.push(`${field} ${what}`);
  else if (field) lines.push(sortDirection(values, field));
  else if (what) lines.push(what);
  if (values.Collection !== undefined) lines.push(values.Collection);
  if (values.StoppedEarly === 'True') lines.push('stopped early: limit reached');
  if (values.Skip !== undefined || values.Take !== undefined) lines.push(pageText(values));
  if (values.Fields !== undefined && node.operation === 'Projection') lines.push(values.Fields);
  if (values.FieldType === 'Score') lines.push('by score');
  if (values.FieldType === 'Random') lines.push('in random order');
  if (comparesWhole(values) && range !== undefined && !isDate(values)) lines.push('as integers');
  lines.push(...comparers(values));
  if (values.BoostFactor !== undefined) lines.push(`score × ${values.BoostFactor}`);
  if (values.DataStructure !== undefined) lines.push(`with a ${values.DataStructure.toLowerCase()}`);
  if (values.OptimizationHint !== undefined) lines.push(values.OptimizationHint);
  return lines;
}

/** Dates are indexed as integers, which is expected. */
function isDate(values: Readonly<Record<string, string>>): boolean {
  return [values.LowValue, values.HighValue].some(
    (value) => value !== undefined && readValue(value) !== value,
  );
}

/** `In` is one term that contains a list. */
function termText(term: string): string {
  const value = readValue(term);
  return value.startsWith('[') && value !== term ? `in ${value}` : `= ${value}`;
}

function pageText(values: Readonly<Record<string, string>>): string {
  const skip = values.Skip === undefined || values.Skip === '0' ? '' : `skip ${values.Skip}`;
  const take = values.Take === undefined ? '' : `take ${values.Take}`;
  return [skip, take].filter((part) => part !== '').join(', ');
}

function sortDirection(values: Readonly<Record<string, string>>, field: string): string {
  if (values.Ascending === undefined) return field;
  return `${field} ${values.Ascending === 'False' ? '↓ descending' : '↑ ascending'}`;
}

/** What the operator does, and what it did here. */
function sentence(node: PlanNode, description: string | null): string | null {
  const own = ownTime(node);
  const counts = [
    ...(node.entriesIn === null ? [] : [`read ${formatCount(node.entriesIn)}`]),
    ...(node.entriesOut === null ? [] : [`returned ${pluralize(node.entriesOut, 'entry', 'entries')}`]),
  ].join(' and ');
  const did = counts === '' ? '' : `Here it ${counts}${own === null ? '' : ` in ${formatMs(own)}`}.`;
  const whole = [description ?? '', did].filter((part) => part !== '').join(' ');
  return whole === '' ? null : whole;
}

function facts(node: PlanNode, description: string | null): PlanFact[] {
  const list: PlanFact[] = [{ label: 'Operator', value: node.operation }];
  if (description) list.push({ label: 'Description', value: description });
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
