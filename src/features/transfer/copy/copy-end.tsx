/** How a copy ended. */
import type { ReactNode } from 'react';
import { PortError } from '../../../contract/index.ts';
import { Badge, ErrorView, formatMs, pluralize, type BadgeTone } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import { useCopyPlaces } from './copy-places.ts';
import { CopyReportView } from './copy-report.tsx';
import type { CopyRun } from './copy-runs.ts';

type Ended = Extract<CopyRun, { kind: 'ended' }>;

export function CopyEnd({ run }: { readonly run: Ended }): ReactNode {
  const { id, plan, outcome, error, elapsedMs } = run;
  const { source, target } = useCopyPlaces(plan);
  const { tone, text } = badgeOf(run);
  const rejected = outcome?.report.counts.reduce((sum, each) => sum + each.rejected, 0) ?? 0;
  const isFailed = outcome?.kind === 'failed';
  const sentence =
    outcome === null || isFailed
      ? ''
      : outcome.kind === 'cancelled'
        ? outcome.message
        : `${pluralize(copiedOf(run), 'document')} of ${source} copied to ${target}.`;
  return (
    <section className={styles.report} aria-label="Report">
      <div className={styles.head} role="status">
        <Badge tone={tone}>{text}</Badge>
        <b className={styles.subject}>
          {source} to {target}
        </b>
        {rejected > 0 && <span>{pluralize(rejected, 'document')} rejected</span>}
        <span className={styles.count}>{formatMs(elapsedMs)}</span>
      </div>
      {sentence !== '' && <p className={styles.sentence}>{sentence}</p>}
      {isFailed && (
        <ErrorView compact error={new CopyFailure(outcome.message, outcome.detail)} doing="The copy" />
      )}
      {error !== undefined && !isCancelled(error) && <ErrorView compact error={error} doing="The copy" />}
      {outcome !== null && (
        <CopyReportView id={id} report={outcome.report} sentence={sentence} database={plan.target.database} />
      )}
    </section>
  );
}

function badgeOf({ outcome, error }: Ended): { readonly tone: BadgeTone; readonly text: string } {
  if (outcome?.kind === 'completed')
    return outcome.report.rejected.length > 0
      ? { tone: 'warning', text: 'Completed with rejected items' }
      : { tone: 'success', text: 'Completed' };
  if (outcome?.kind === 'cancelled' || isCancelled(error)) return { tone: 'warning', text: 'Cancelled' };
  return { tone: 'danger', text: 'Failed' };
}

const copiedOf = ({ outcome }: Ended): number =>
  outcome?.report.counts.reduce((sum, each) => sum + each.copied, 0) ?? 0;

const isCancelled = (error: unknown): boolean => error instanceof PortError && error.code === 'cancelled';

/** The host's sentence, with the server's answer as the detail. */
class CopyFailure extends Error {
  readonly code = 'copy-failed';
  readonly detail: string;

  constructor(message: string, detail: string) {
    super(message);
    this.name = 'CopyFailure';
    this.detail = detail;
  }
}
