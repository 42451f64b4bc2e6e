/** Formats the parameters of plan operators, which are all strings. */
import { formatCount } from '../../../ui/format.ts';

type PlanParameters = Readonly<Record<string, string>>;

/**
 * The field name without the long form `Field name: 'Freight-L' | Field id: 2 | …` and without the suffix of
 * numeric fields.
 */
export function fieldName(parameters: PlanParameters): string | undefined {
  const text = parameters.FieldName ?? parameters.Field;
  if (text === undefined || text === '') return undefined;
  const quoted = /^Field name: '(.*?)'(?: \||$)/.exec(text)?.[1];
  return (quoted ?? text).replace(/-[LD]$/, '');
}

/**
 * Corax indexes every number twice: as a double (`Freight-D`) and as an integer (`Freight-L`). The literal in the
 * query selects one, and the integer is surprising: 10.9 is then not more than 10.
 */
export function comparesWhole(parameters: PlanParameters): boolean {
  const text = parameters.FieldName ?? parameters.Field ?? '';
  return /^Field name: '.*-L'(?: \||$)/.test(text);
}

/** Corax reports the smallest number that matches as the low value of a range, whatever its option says (7.1.5). */
function startsAtMatch(parameters: PlanParameters): boolean {
  return /^Field name: '.*-[DL]'(?: \||$)/.test(parameters.FieldName ?? parameters.Field ?? '');
}

/** `≥ 10 and < 50`. Undefined without a range. */
export function rangeText(parameters: PlanParameters): string | undefined {
  if (parameters.LowValue === undefined && parameters.HighValue === undefined) return undefined;
  const low = parameters.LowValue ?? '';
  const high = parameters.HighValue ?? '';
  const above = parameters.LowOption === 'Exclusive' && !startsAtMatch(parameters) ? '>' : '≥';
  const below = parameters.HighOption === 'Exclusive' ? '<' : '≤';
  const bounds = [
    ...(low === '' ? [] : [`${above} ${readValue(low)}`]),
    ...(high === '' ? [] : [`${below} ${readValue(high)}`]),
  ];
  return bounds.length === 0 ? 'any value' : bounds.join(' and ');
}

/** .NET ticks from the year 1900 to 2200: such a number is an indexed date. */
const FIRST_TICK = 599_266_080_000_000_000n;
const LAST_TICK = 693_937_152_000_000_000n;
const TICKS_AT_1970 = 621_355_968_000_000_000n;

/**
 * Formats one value: dates instead of ticks, a list of `In` without its flags, and "not available" for a missing
 * value.
 */
export function readValue(text: string): string {
  if (text === 'Key: [NotValid]') return '(not available)';
  if (/^\d{18}$/.test(text)) {
    const ticks = BigInt(text);
    if (ticks >= FIRST_TICK && ticks <= LAST_TICK) {
      const iso = new Date(Number((ticks - TICKS_AT_1970) / 10_000n)).toISOString();
      return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
    }
  }
  const listed = [...text.matchAll(/\((.*?), (?:True|False)\)(?:,|$)/g)].map((match) => match[1]);
  return listed.length > 0 ? `[${listed.join(', ')}]` : text;
}

/** `Count` with `CountConfidence`: exact, approximate, or unknown. Null when the operator has no count. */
export function planCount(parameters: PlanParameters): { text: string; value: number | null } | null {
  const text = parameters.EstimatedRows ?? parameters.Count;
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isFinite(value) || parameters.CountConfidence === 'Low')
    return { text: 'count unknown', value: null };
  const exact = parameters.EstimatedRows === undefined && (parameters.CountConfidence ?? 'High') === 'High';
  return { text: `${exact ? '' : '~'}${formatCount(value)}`, value };
}

const operators: Readonly<Record<string, string>> = {
  Equals: '=',
  NotEquals: '≠',
  GreaterThan: '>',
  GreaterThanOrEqual: '≥',
  LessThan: '<',
  LessThanOrEqual: '≤',
};

/** The numbered conditions of `MultiUnaryMatch` and keys of `SortingMultiMatch`: `Comparer0_FieldName`, … */
export function comparers(parameters: PlanParameters): string[] {
  const lines: string[] = [];
  for (let i = 0; Object.keys(parameters).some((name) => name.startsWith(`Comparer${i}_`)); i++) {
    const part = (name: string) => parameters[`Comparer${i}_${name}`];
    const field = fieldName({ FieldName: part('FieldName') ?? '' });
    const operation = part('Operation');
    if (operation !== undefined) {
      const low = readValue(part('LowValue') ?? '');
      const high = part('HighValue');
      const value = high === undefined || high === '' ? low : `${low} and ${readValue(high)}`;
      // RavenDB 7.1 reports the type of the field here, but not its name.
      const subject = field ?? `(${(part('FieldType') ?? 'field').toLowerCase()} field)`;
      lines.push(`${subject} ${operators[operation] ?? operation.toLowerCase()} ${value}`);
    } else {
      const kind = part('FieldType');
      const by = field ?? (kind === 'Score' ? 'score' : (kind ?? 'unknown').toLowerCase());
      lines.push(`${i + 1}. ${by} ${part('Ascending') === 'False' ? '↓' : '↑'}`);
    }
  }
  return lines;
}
