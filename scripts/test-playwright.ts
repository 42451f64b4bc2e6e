import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { inRoot } from './paths.ts';
import { slowestFiles, type TimedTest } from './playwright-times.ts';
import { runCommand } from './run-command.ts';
import type { StageResult } from './test-counts.ts';

const test = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  projectName: z.string(),
  results: z.array(
    z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }),
  ),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
});
const spec = z.object({ title: z.string(), file: z.string(), tests: z.array(test) });
interface Suite {
  specs: z.infer<typeof spec>[];
  suites?: Suite[] | undefined;
}
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(spec), suites: z.array(suite).optional() }),
);
const report = z.object({ suites: z.array(suite) });

export async function runPlaywright(): Promise<Omit<StageResult, 'name'>> {
  const file = inRoot('dist/test/playwright.json');
  const { code } = await runCommand(
    process.execPath,
    [inRoot('node_modules/@playwright/test/cli.js'), 'test'],
    {
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const skipped: string[] = [];
  const failed: string[] = [];
  const timed: TimedTest[] = [];
  const read = (each: Suite): void => {
    for (const { title, file, tests } of each.specs)
      for (const { status, projectName, results, annotations } of tests) {
        const duration = results.reduce((sum, result) => sum + result.duration, 0);
        timed.push({ project: projectName, file, duration });
        if (status === 'expected') counts.passed++;
        else if (status === 'flaky') {
          counts.passed++;
          console.log(`passed only at the second try: [${projectName}] ${title}`);
        } else if (status === 'skipped') {
          counts.skipped++;
          const reason = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given';
          skipped.push(`[${projectName}] ${title}: ${reason}`);
        } else {
          counts.failed++;
          const messages = results.map(({ error }) => error?.message ?? 'no error reported');
          failed.push(`[${projectName}] ${title}\n  ${messages.join('\n  ')}`);
        }
      }
    each.suites?.forEach(read);
  };
  report.parse(JSON.parse(await readFile(file, 'utf8'))).suites.forEach(read);
  console.log(`\nThe slowest files (two run at a time):\n${slowestFiles(timed).join('\n')}`);
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { counts, skipped, failed };
}
