/** The folder of a check. A page names none that the user did not choose or confirm outside of it. */
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError, type DiskCheckRequest } from '../../../src/contract/index.ts';
import { printable } from '../confirmation/confirmation-text.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { KnownFiles } from '../confirmation/known-files.ts';
import { pathProblem } from '../transport/credential-file.ts';

const MAX_SHOWN = 4096;

export interface PlaceParts {
  /** The data folder of the host. */
  readonly dataFolder: string;
  readonly knownFiles: KnownFiles;
  readonly confirmations: WindowConfirmations;
}

/** The complete path without links. */
export async function folderToCheck(
  { place, seconds, bytes }: DiskCheckRequest,
  { dataFolder, knownFiles, confirmations }: PlaceParts,
  signal: AbortSignal,
): Promise<string> {
  if (place.kind === 'sandbox') {
    const sandbox = join(dataFolder, 'sandbox');
    // It is made when the sandbox is first used, which can be later.
    await mkdir(sandbox, { recursive: true, mode: 0o700 });
    return sandbox;
  }
  const { path } = place;
  const folder = await resolved(path);
  if (!knownFiles.wasChosen(path))
    await confirmations.ask(
      {
        summary: 'Measure the disk of a folder on this computer',
        details: [
          `Folder: ${folder}`,
          `Writes files of up to ${Math.round(bytes / 1e6).toLocaleString('en')} MB in a new folder there for about ${seconds} s, and removes them.`,
        ],
        allow: 'Check disk',
      },
      signal,
    );
  return folder;
}

async function resolved(path: string): Promise<string> {
  mustBeAllowed(path, path);
  let folder: string;
  try {
    folder = await realpath(path);
  } catch (cause) {
    throw refused(path, 'it cannot be opened', String(cause));
  }
  mustBeAllowed(folder, path);
  return folder;
}

function mustBeAllowed(path: string, shown: string): void {
  const problem = pathProblem(path);
  if (problem !== undefined) throw refused(shown, problem);
  // What cannot be shown cannot be confirmed.
  if (printable(path, MAX_SHOWN) !== path)
    throw refused(shown, 'its name has characters that cannot be shown');
}

function refused(path: string, problem: string, detail?: string): PortError {
  return new PortError({
    code: 'bad-request',
    message: `The disk of ${printable(path)} is not checked: ${problem}. Choose an existing folder on a disk of this computer.`,
    detail,
  });
}
