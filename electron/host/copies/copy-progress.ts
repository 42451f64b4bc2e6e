/** What a running copy reports: counts, rate and remaining time. */
import type { CopyCounts } from '../../../src/contract/index.ts';
import type { CopyParts } from './copy-parts.ts';

export class CopyProgressReport {
  private readonly parts: Pick<CopyParts, 'state' | 'clock' | 'report'>;
  private readonly startedAt: number;
  private readonly before: number;

  constructor(parts: Pick<CopyParts, 'state' | 'clock' | 'report'>) {
    this.parts = parts;
    this.startedAt = parts.clock.now();
    this.before = this.done();
  }

  send(step: string): void {
    const { state, clock, report } = this.parts;
    const { counts } = state.report;
    const documents = this.done();
    const seconds = (clock.now() - this.startedAt) / 1000;
    const rate = seconds > 0 ? (documents - this.before) / seconds : 0;
    const expected = counts.some((each) => each.expected !== null)
      ? counts.reduce((sum, each) => sum + Math.max(each.expected ?? 0, rowsOf(each)), 0)
      : null;
    report({
      kind: 'running',
      step,
      documents,
      expected,
      bytes: counts.reduce((sum, { bytes }) => sum + bytes, 0),
      rejected: counts.reduce((sum, { rejected }) => sum + rejected, 0),
      documentsPerSecond: rate,
      remainingMs: expected === null || rate === 0 ? null : ((expected - documents) / rate) * 1000,
    });
  }

  private done(): number {
    return this.parts.state.report.counts.reduce((sum, each) => sum + rowsOf(each), 0);
  }
}

const rowsOf = ({ copied, skipped, rejected, artificial }: CopyCounts): number =>
  copied + skipped + rejected + artificial;
