/** The counts of a step: its members named `…Details`, whatever a server puts there. Pure. */
import type { IndexingOperation } from '../../../protocol/index-performance.ts';
import { formatBytes, formatCount } from '../../../ui/index.ts';

export interface StepDetails {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
}

export function detailsOf(step: IndexingOperation): readonly StepDetails[] {
  return Object.entries(step).flatMap(([name, value]) =>
    name.endsWith('Details') && isObject(value) ? [{ name, members: value }] : [],
  );
}

/** `Reduce attempts 400 · Modified leafs 5`. Zeros, nulls and the reason to stop are left out. */
export function detailsText(step: IndexingOperation): string {
  return detailsOf(step)
    .flatMap(({ members }) => membersText(members, 0))
    .join(' · ');
}

/** Details contain details one level deep; deeper ones are not shown. */
const MAX_DEPTH = 2;

function membersText(members: Readonly<Record<string, unknown>>, depth: number): readonly string[] {
  return Object.entries(members).flatMap(([name, value]): readonly string[] => {
    if (name === 'BatchCompleteReason') return [];
    if (isObject(value)) return depth < MAX_DEPTH ? membersText(value, depth + 1) : [];
    if (typeof value === 'number') return value === 0 ? [] : [`${label(name)} ${amount(name, value)}`];
    return typeof value === 'string' && value !== '' ? [`${label(name)} ${value}`] : [];
  });
}

const bytes = /Memory|WorkingSet|Allocated|Budget|Bytes/;

function amount(name: string, value: number): string {
  return bytes.test(name) ? formatBytes(value) : formatCount(value);
}

/** `NumberOfModifiedPages` → `Modified pages`. */
function label(name: string): string {
  const words = name
    .replace(/^NumberOf/, '')
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
