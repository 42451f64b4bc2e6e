/** Memory as text, CSV and JSON. Pure. */
import { csvText } from '../../../ui/csv-text.ts';
import { formatBytes } from '../../../ui/format.ts';
import type { OwnerRow } from '../owners/memory-owners.ts';
import type { Basis } from '../memory-state.ts';
import { seriesOf, type MemorySample, type SeenCollection } from '../readings/memory-history.ts';

export function ownersAsText(title: string, rows: readonly OwnerRow[]): string {
  return [
    title,
    ...rows.map(
      ({ owner, level, share }) =>
        `${'  '.repeat(level)}${owner.label}: ${formatBytes(owner.size)} (${(share * 100).toFixed(1)} %)`,
    ),
  ].join('\n');
}

export function ownersAsCsv(byBasis: Readonly<Record<Basis, readonly OwnerRow[]>>): string {
  return csvText(
    ['basis', 'owner', 'bytes', 'share'],
    Object.entries(byBasis).flatMap(([basis, rows]) =>
      rows.map(({ path, owner, share }) => [basis, path.join(' › '), owner.size, Number(share.toFixed(4))]),
    ),
  );
}

export function memoryAsJson(
  connection: string,
  byBasis: Readonly<Record<Basis, readonly OwnerRow[]>>,
  samples: readonly MemorySample[],
  collections: readonly SeenCollection[] | null,
): string {
  const owners = Object.fromEntries(
    Object.entries(byBasis).map(([basis, rows]) => [
      basis,
      rows.map(({ path, owner }) => ({ path, bytes: owner.size })),
    ]),
  );
  return JSON.stringify({ connection, owners, sizes: seriesOf(samples), collections }, null, 2);
}
