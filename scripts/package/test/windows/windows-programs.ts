/** Runs Windows programs under Wine. */
import { spawn, type ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import type { Wine } from '../../../cross/wine.ts';

/** Unpacking hundreds of megabytes takes minutes on a loaded machine. */
const TIMEOUT_MS = 600_000;

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export const startInWine = (wine: Wine, program: string, args: readonly string[]): ChildProcess =>
  spawn(wine.program, [program, ...args], { env: wine.env, stdio: ['pipe', 'pipe', 'pipe'] });

/** Waits for its end, whatever its exit code is. */
export function runInWine(wine: Wine, program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = startInWine(wine, program, args);
    let output = '';
    const collect = (data: Buffer): void => void (output += data.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.stdin?.end();
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${basename(program)} did not end within ${TIMEOUT_MS / 1000} s.\n${output}`));
    }, TIMEOUT_MS);
    child.on('error', reject);
    // Not `close`: a Wine service that the first program starts keeps the pipes open.
    child.on('exit', (code) => {
      clearTimeout(late);
      resolve({ code, output });
    });
  });
}

/** Throws unless the program ends with `wanted`. */
export async function mustEnd(
  wine: Wine,
  program: string,
  args: readonly string[],
  wanted = 0,
): Promise<string> {
  const { code, output } = await runInWine(wine, program, args);
  if (code !== wanted)
    throw new Error(
      `${[basename(program), ...args].join(' ')} ended with ${String(code)}, not ${wanted}.\n${output}`,
    );
  return output;
}

/** The text of a value of HKCU ('' for the default one), or undefined when the key or the value does not exist. */
export async function registryValue(wine: Wine, key: string, value: string): Promise<string | undefined> {
  const which = value === '' ? ['/ve'] : ['/v', value];
  const { code, output } = await runInWine(wine, 'reg', ['query', `HKCU\\${key}`, ...which]);
  if (code !== 0) return undefined;
  return /\sREG_\w+\s+(.*?)\r?$/m.exec(output)?.[1];
}
