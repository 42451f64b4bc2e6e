/** Reads the installed Windows program: fuses, and the archive that it accepts. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { readFuses, wrongFuses } from '../../app/fuses.ts';
import { programs } from '../../description.ts';
import { integrityText, readIntegrity } from '../../windows/resources.ts';

export async function checkProgram(folder: string): Promise<readonly string[]> {
  const program = join(folder, `${programs.desktop}.exe`);
  const fuses = await readFuses(program);
  const wrong = wrongFuses(fuses);
  if (wrong.length > 0) throw new Error(`The fuses of ${program} are not as wanted: ${wrong.join(', ')}.`);
  const { headerString } = getRawHeader(join(folder, 'resources/app.asar'));
  const wanted = integrityText(createHash('sha256').update(headerString).digest('hex'));
  const found = await readIntegrity(program);
  if (found !== wanted) throw new Error(`${program} expects another archive: ${String(found)}`);
  const set = fuses.filter(({ state }) => state !== 'missing').length;
  return [
    `${set} of ${fuses.length} fuses are set, the others are missing in this Electron`,
    'the program names the hash of its archive',
  ];
}
