/** Views of a module graph without the arrows from a folder's head to the files below it. */
import { foldersOf } from './module-graph.ts';

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** The folder that a file heads: `x/mod.rs` and `x.rs` beside a folder `x` head `x`; `lib.rs` and `main.rs` head the crate (''). */
function headOf(file: string, folders: ReadonlySet<string>): string | undefined {
  if (file === 'lib.rs' || file === 'main.rs') return '';
  if (file.endsWith('/mod.rs')) return file.slice(0, -'/mod.rs'.length);
  const own = file.replace(/\.rs$/, '');
  return folders.has(own) ? own : undefined;
}

const isBelow = (file: string, folder: string): boolean => folder === '' || file.startsWith(`${folder}/`);

/** The arrows among files, without those from a head to the files below it. */
export function fileArrows(arrows: Arrows): Map<string, Set<string>> {
  const folders = foldersOf(arrows.keys());
  return new Map(
    [...arrows].map(([from, targets]) => {
      const head = headOf(from, folders);
      return [from, new Set([...targets].filter((to) => head === undefined || !isBelow(to, head)))];
    }),
  );
}

/** For each folder the arrows among its entries: its files, and its subfolders with everything below them. */
export function entryArrows(arrows: Arrows): Map<string, Map<string, Set<string>>> {
  const folders = foldersOf(arrows.keys());
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const [from, targets] of fileArrows(arrows))
    for (const to of targets) {
      const fromParts = partsOf(from, folders);
      const toParts = partsOf(to, folders);
      let depth = 0;
      while (depth < fromParts.length && fromParts[depth] === toParts[depth]) depth++;
      const [source, target] = [fromParts[depth], toParts[depth]];
      // One of the two heads a folder that contains the other.
      if (source === undefined || target === undefined) continue;
      const folder = fromParts.slice(0, depth).join('/') || 'src';
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph.set(source, (graph.get(source) ?? new Set<string>()).add(target)));
    }
  return graphs;
}

/** The path of a file as folder names and its own name; a head is the folder that it heads. */
function partsOf(file: string, folders: ReadonlySet<string>): string[] {
  const head = headOf(file, folders);
  if (head === undefined) return file.split('/');
  return head === '' ? [] : head.split('/');
}
