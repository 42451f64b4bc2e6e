import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { z } from 'zod';
import { inRoot } from './paths.ts';
import { runCommand } from './run-command.ts';
import type { StageResult } from './test-counts.ts';

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).optional(),
        }),
      ),
    }),
  ),
});

export async function runVitest(): Promise<Omit<StageResult, 'name'>> {
  const file = inRoot('dist/test/vitest.json');
  const { code } = await runCommand(process.execPath, [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--reporter=${inRoot('scripts/vitest-second-try.ts')}`,
    `--outputFile.json=${file}`,
  ]);
  const read = report.parse(JSON.parse(await readFile(file, 'utf8')));
  const skipped = read.testResults.flatMap((suite) =>
    suite.assertionResults
      .filter((test) => !['passed', 'failed'].includes(test.status))
      .map((test) => test.fullName),
  );
  const names = read.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${relative(inRoot('.'), name)}: ${fullName}\n  ${failureMessages?.[0] ?? ''}`,
      ),
  );
  const failed = read.numFailedTests + (read.numFailedTests === 0 && code !== 0 ? 1 : 0);
  return { counts: { passed: read.numPassedTests, failed, skipped: skipped.length }, skipped, failed: names };
}
