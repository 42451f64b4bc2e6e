/** Texts of existing backups: type, filter, file. Pure. */
import type { RestorePoint } from '../../../protocol/restore.ts';
import { csvText } from '../../../ui/csv-text.ts';

export function pointType({ snapshot, incremental }: RestorePoint): string {
  if (incremental) return 'Incremental';
  return snapshot ? 'Snapshot' : 'Full';
}

/** The name without its folder, in the form of either system. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** `database`: only its backups, and those that name none; null: all. */
export function filterPoints(
  points: readonly RestorePoint[],
  filter: string,
  database: string | null,
): readonly RestorePoint[] {
  const wanted = filter.trim().toLowerCase();
  const own = database?.toLowerCase();
  return points.filter(
    (point) =>
      (own === undefined || point.database === null || point.database.toLowerCase() === own) &&
      [point.at, point.file, point.database ?? '', pointType(point)].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
}

export function pointsAsCsv(points: readonly RestorePoint[]): string {
  return csvText(
    ['Time', 'Type', 'Database', 'Node', 'Encrypted', 'Files to restore', 'File'],
    points.map((point) => [
      point.at,
      pointType(point),
      point.database,
      point.node,
      point.encrypted ? 'yes' : 'no',
      point.files,
      point.file,
    ]),
  );
}

/** A free name: `Shop-restored`, `Shop-restored-2` … */
export function suggestedName(database: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = `${database}-restored${number === 1 ? '' : `-${number}`}`;
    if (!used.has(name.toLowerCase())) return name;
  }
}
