/** Rows about the settings of the databases. Pure. */
import { valueOf } from '../readings/part.ts';
import type { Both, Structure } from '../readings/reading.ts';
import { shownValue, type Setting } from '../readings/record-settings.ts';
import type { CompareRow } from './compare-row.ts';

export function settingRows(structure: Both<Structure> | null): readonly CompareRow[] {
  const [left, right] = [
    structure && valueOf(structure.left.settings),
    structure && valueOf(structure.right.settings),
  ];
  if (!left || !right) return [];
  const [one, other] = [byPath(left), byPath(right)];
  return [...new Set([...one.keys(), ...other.keys()])].sort().map((path): CompareRow => {
    const [a, b] = [one.get(path), other.get(path)];
    return {
      section: 'settings',
      subject: path,
      aspect: 'Value',
      left: a ? shownValue(a) : null,
      right: b ? shownValue(b) : null,
      state: a?.value === b?.value ? 'same' : 'different',
      note: a && b ? '' : `Not set on the ${a ? 'right' : 'left'}`,
    };
  });
}

function byPath(settings: readonly Setting[]): ReadonlyMap<string, Setting> {
  return new Map(settings.map((each) => [each.path, each]));
}
