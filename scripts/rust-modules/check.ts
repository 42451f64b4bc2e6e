/**
 * Prints the import cycles of the Rust crates: `node scripts/rust-modules/check.ts [--crate NAME]…`.
 *
 * Cycles are searched among files, and among the entries (files and subfolders) of each folder. Arrows from a folder's
 * head (`mod.rs`, `lib.rs`, `main.rs`) to the files below it do not count: a parent module may re-export and use its children.
 * Exits with 1 if a cycle exists.
 */
import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCycles } from './cycles.ts';
import { entryArrows, fileArrows } from './folder-graph.ts';
import { readModules } from './module-graph.ts';

const native = join(import.meta.dirname, '../../native');
const all = readdirSync(native).filter((name) => existsSync(join(native, name, 'src')));
const { values } = parseArgs({ options: { crate: { type: 'string', multiple: true } } });
const unknown = (values.crate ?? []).filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`No folder native/${unknown.join(', native/')} with Rust sources. Known: ${all.join(', ')}.`);
  process.exit(2);
}

let failed = false;
for (const crate of values.crate ?? all) {
  const { arrows } = readModules(join(native, crate, 'src'));
  const files = findCycles(fileArrows(arrows));
  const folders = [...entryArrows(arrows)].flatMap(([folder, graph]) =>
    findCycles(graph)
      .filter((cycle) => cycle.some((entry) => !entry.endsWith('.rs')))
      .map((cycle) => ({ folder, cycle })),
  );
  console.log(`${crate}: ${arrows.size} files, ${files.length} file cycles, ${folders.length} folder cycles`);
  for (const cycle of files) console.log(`  files (${cycle.length}): ${cycle.join(', ')}`);
  for (const { folder, cycle } of folders)
    console.log(`  entries of ${folder} (${cycle.length}): ${cycle.join(', ')}`);
  failed ||= files.length + folders.length > 0;
}
process.exitCode = failed ? 1 : 0;
