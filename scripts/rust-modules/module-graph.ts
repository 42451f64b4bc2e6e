/** A Rust crate's files as a graph: an arrow from the file that names an item to the file that defines it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathsOf, withoutCommentsAndStrings, withoutTests, type UsedPath } from './rust-source.ts';

export interface ModuleGraph {
  /** File → files it uses, relative to the crate's `src`. */
  readonly arrows: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Module {
  readonly file: string;
  readonly path: readonly string[];
  readonly used: readonly UsedPath[];
}

/** Reads every file below `source`, except those that a `#[cfg(test)] mod` declares. */
export function readModules(source: string): ModuleGraph {
  const modules = new Map<string, Module>();
  const testFiles = new Set<string>();
  for (const file of rustFiles(source)) {
    const whole = withoutCommentsAndStrings(readFileSync(join(source, file), 'utf8'));
    const path = modulePath(file);
    for (const [, name] of whole.matchAll(
      /#\[cfg\((?:test|all\(test[^\]]*)\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/g,
    ))
      testFiles.add([...path, name ?? ''].join('::'));
    modules.set(path.join('::'), { file, path, used: pathsOf(withoutTests(whole)) });
  }
  const isTest = (key: string): boolean =>
    [...testFiles].some((test) => key === test || key.startsWith(`${test}::`));
  for (const key of [...modules.keys()].filter(isTest)) modules.delete(key);

  const arrows = new Map<string, Set<string>>();
  for (const module of modules.values()) {
    const targets = new Set<string>();
    for (const { segments } of module.used) {
      const target = definingModule(modules, absolute(module.path, segments, modules));
      if (target !== undefined && target.file !== module.file) targets.add(target.file);
    }
    arrows.set(module.file, targets);
  }
  return { arrows };
}

/** `crate::…` as a path from the root; undefined for another crate's path. */
function absolute(
  from: readonly string[],
  segments: readonly string[],
  modules: ReadonlyMap<string, Module>,
): readonly string[] | undefined {
  const [first = '', ...rest] = segments;
  if (first === 'crate') return rest;
  if (first === 'self') return [...from, ...rest];
  if (first === 'super') {
    let base = from.slice(0, -1);
    let tail = rest;
    while (tail[0] === 'super') {
      base = base.slice(0, -1);
      tail = tail.slice(1);
    }
    return [...base, ...tail];
  }
  // A path that begins with the name of a child module.
  return modules.has([...from, first].join('::')) ? [...from, ...segments] : undefined;
}

/** The module that defines the item: the longest module path, followed through `pub use`. */
function definingModule(
  modules: ReadonlyMap<string, Module>,
  path: readonly string[] | undefined,
  depth = 0,
): Module | undefined {
  if (path === undefined || depth > 8) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const module = modules.get(path.slice(0, length).join('::'));
    if (!module) continue;
    const item = path[length];
    const exported = module.used.find((each) => each.exportedAs !== undefined && each.exportedAs === item);
    if (!exported) return module;
    const target = absolute(module.path, exported.segments, modules);
    return definingModule(modules, target, depth + 1) ?? module;
  }
  return undefined;
}

function rustFiles(source: string): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs'));
}

function modulePath(file: string): string[] {
  const parts = relative('.', file).replace(/\.rs$/, '').split(sep);
  const last = parts.at(-1);
  if (last === 'mod' || (parts.length === 1 && (last === 'lib' || last === 'main'))) parts.pop();
  return parts;
}

/** The folder that a file belongs to: `x.rs` beside a folder `x` heads that folder, as `x/mod.rs` does. */
export function folderOf(file: string, folders: ReadonlySet<string>): string {
  const own = file.replace(/\.rs$/, '');
  return folders.has(own) ? own : dirname(file);
}

export const foldersOf = (files: Iterable<string>): Set<string> => {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  return folders;
};
