/** Lays out debug files by build id, as distributions install them and stack captures look for them. */
import { cp, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../../paths.ts';
import { contents } from '../description.ts';
import { runTool } from '../app/run-tool.ts';

/** Below `root`; fails when a program has no debug file of its build. */
export async function layOutDebugFiles(root: string): Promise<void> {
  for (const { role, from } of contents) {
    if (role !== 'debug') continue;
    const file = inRoot(from);
    if (!existsSync(file))
      throw new Error(
        `${file} is missing: only release builds have separate debug files. Run \`npm run build\`.`,
      );
    const [debugId, programId] = await Promise.all([
      buildId(file),
      buildId(inRoot(from.replace(/\.debug$/, ''))),
    ]);
    if (debugId !== programId) throw new Error(`${file} belongs to another build of its program.`);
    const to = join(root, 'usr/lib/debug/.build-id', debugId.slice(0, 2), `${debugId.slice(2)}.debug`);
    await mkdir(dirname(to), { recursive: true });
    await cp(file, to);
  }
}

export async function buildId(file: string): Promise<string> {
  const id = /Build ID: ([0-9a-f]{8,})/.exec(await runTool('readelf', ['-n', file]))?.[1];
  if (id === undefined) throw new Error(`${file} has no build id.`);
  return id;
}
