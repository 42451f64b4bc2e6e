/** Reads the licence of every npm and Rust dependency and rejects those incompatible with an MIT program. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { inRoot } from './paths.ts';
import { isSatisfied, parseExpression } from './spdx-expression.ts';
import type { StageResult } from './test-counts.ts';

const allowed = new Set([
  ...[
    'MIT',
    'MIT-0',
    'Apache-2.0',
    'Apache-2.0 WITH LLVM-exception',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    'MPL-2.0',
    'MPL-2.0+',
    '0BSD',
  ],
  ...[
    'Zlib',
    'Unlicense',
    'CC0-1.0',
    'Unicode-3.0',
    'BSL-1.0',
    'BlueOak-1.0.0',
    'CC-BY-4.0',
    'OFL-1.1',
    'Python-2.0',
  ],
]);

/** Whether the licences on the list are enough to use what is under this SPDX expression. */
export function licenceAllowed(expression: string): boolean {
  try {
    return isSatisfied(parseExpression(expression), (licence) => allowed.has(licence));
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return false;
    throw thrown;
  }
}

const lock = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional(), link: z.boolean().optional() })),
});
const metadata = z.object({
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      license: z.string().nullable(),
      source: z.string().nullable(),
    }),
  ),
});

export async function checkLicences(): Promise<Omit<StageResult, 'name'>> {
  const { packages } = lock.parse(JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8')));
  const npm = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { license }]) => ({ name: path.replace(/^.*node_modules\//, ''), licence: license }));
  const { stdout } = await promisify(execFile)('cargo', ['metadata', '--format-version', '1', '--locked'], {
    cwd: inRoot('native'),
    maxBuffer: 256 * 1024 * 1024,
  });
  const rust = metadata
    .parse(JSON.parse(stdout))
    .packages.filter(({ source }) => source !== null)
    .map(({ name, version, license }) => ({ name: `${name} ${version}`, licence: license ?? undefined }));
  let failed = 0;
  for (const { name, licence } of [...npm, ...rust])
    if (licence === undefined || !licenceAllowed(licence)) {
      failed++;
      console.error(
        `${name}: licence ${licence ?? 'unknown'} is not on the list of scripts/check-licences.ts`,
      );
    }
  console.log(`${npm.length} npm packages and ${rust.length} crates read`);
  return {
    counts: { passed: npm.length + rust.length > 0 && failed === 0 ? 1 : 0, failed, skipped: 0 },
    skipped: [],
  };
}
