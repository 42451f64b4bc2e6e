import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerConnection } from '../../src/contract/index.ts';

/**
 * Writes the files of a program that was closed with this server selected, so that its window opens there: the form and
 * its confirmation have tests of their own, and take seconds of each other test.
 */
export async function saveConnection(
  dataFolder: string,
  { id, name, url }: { readonly id: string; readonly name: string; readonly url: string },
): Promise<void> {
  const connection: ServerConnection = { id, name, url, kind: 'server', colour: 'blue', mode: 'full' };
  const state = { version: 1, connectionId: id, tabs: [], layout: null };
  for (const [file, value] of [
    ['connections', { connections: [connection] }],
    ['workspace', { state }],
  ] as const)
    await writeFile(join(dataFolder, `${file}.json`), JSON.stringify({ schema: 1, value }));
}
