/** The attacks in their short form as a stage of `npm test`. */
import type { StageResult } from '../test-counts.ts';
import { runAttacks } from './run-attacks.ts';

export async function runAttackStage(): Promise<Omit<StageResult, 'name'>> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const skipped: string[] = [];
  for (const { attack, outcome } of await runAttacks('short')) {
    if (outcome.skipped !== undefined) {
      counts.skipped++;
      skipped.push(`${attack}: ${outcome.skipped}`);
    } else if (outcome.held) counts.passed++;
    else counts.failed++;
  }
  return { counts, skipped };
}
