/**
 * `npm test`: everything, cheapest first: types, lint, layer rules, advisories, licences at the same time; then one after
 * the other Rust, Vitest and the browser tests. Ends with the skipped tests and their reasons, and one line `N passed, N failed, N skipped`. `-- --only
 * vitest,rust` selects stages.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { inParallel } from './in-parallel.ts';
import { type Stage, stages } from './test-stages.ts';
import { addCounts, noCounts, type StageResult } from './test-counts.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',');
const chosen = stages.filter((stage) => wanted?.includes(stage.name) ?? true);
if (chosen.length === 0)
  throw new Error(`--only takes some of: ${stages.map((stage) => stage.name).join(', ')}`);

async function runStage(stage: Stage): Promise<StageResult> {
  console.log(`\n── ${stage.name}: ${stage.what}`);
  const started = performance.now();
  let result: StageResult;
  try {
    result = { name: stage.name, ...(await stage.run()) };
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    result = { name: stage.name, counts: { ...noCounts, failed: 1 }, skipped: [] };
  }
  const { passed, failed, skipped } = result.counts;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`── ${stage.name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`);
  return result;
}

const independent = chosen.filter((stage) => stage.independent);
const results = await inParallel(independent, availableParallelism(), runStage);
for (const stage of chosen) if (!stage.independent) results.push(await runStage(stage));

const total = results.reduce((sum, result) => addCounts(sum, result.counts), noCounts);
const skips = results.flatMap((result) => result.skipped.map((skip) => `${result.name}: ${skip}`));
if (skips.length > 0) console.log(`\nSkipped:\n${skips.map((line) => `  ${line}`).join('\n')}`);
const broken = results.filter((result) => result.counts.failed > 0).map((result) => result.name);
if (broken.length > 0) {
  // At the end, where the last lines of a long output show them.
  for (const { name, failed } of results)
    for (const test of failed ?? []) console.log(`\nFailed: ${name}: ${test}`);
  console.log(`\nFailed stages: ${broken.join(', ')}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
