/** The dry run: the tested documents, and for each the difference, the output and the actions of the script. */
import { Crosshair, FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { QueryProblem } from '../../protocol/queries.ts';
import { CodeEditor, DiffView } from '../../ui/editor/index.ts';
import {
  Badge,
  Button,
  classNames,
  CopyButton,
  EmptyState,
  formatCount,
  pluralize,
  type BadgeTone,
} from '../../ui/index.ts';
import type { DryRun, Sample } from './dry-run.ts';
import styles from './patch.module.css';

interface TestPaneProps {
  readonly dryRun: DryRun | null;
  /** The text or the documents changed since the test. */
  readonly outdated: boolean;
  readonly onOpen: (id: string) => void;
  readonly onGoTo: (problem: QueryProblem) => void;
}

export function TestPane({ dryRun, outdated, onOpen, onGoTo }: TestPaneProps) {
  const [chosen, setChosen] = useState<{ readonly of: DryRun; readonly index: number } | null>(null);
  if (dryRun === null)
    return (
      <EmptyState
        icon={<FlaskConical />}
        title="Test before you run"
        text="Test shows what would change in a few documents. Nothing is written."
      />
    );
  if (dryRun.samples.length === 0)
    return (
      <EmptyState
        icon={<FlaskConical />}
        title="No documents match"
        text={
          dryRun.found?.isStale
            ? 'The index is stale, so documents may be missing. Test again in a moment.'
            : 'The query is valid, but finds no documents. Nothing would change.'
        }
      />
    );
  const index = chosen?.of === dryRun ? chosen.index : 0;
  const sample = dryRun.samples[index];
  return (
    <div className={styles.test}>
      <nav className={styles.samples} aria-label="Tested documents">
        <p className={styles.note} role="status">
          {summary(dryRun)}
          {outdated && ' The text changed since this test.'}
        </p>
        <ul>
          {dryRun.samples.map((each, at) => (
            <li key={each.id}>
              <button
                type="button"
                aria-current={at === index}
                className={classNames(styles.sample, at === index && styles.current)}
                onClick={() => setChosen({ of: dryRun, index: at })}
              >
                <span className={styles.sampleId}>{each.id}</span>
                <SampleBadge sample={each} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {sample && (
        <section className={styles.detail} aria-label={`Test of ${sample.id}`}>
          <div className={styles.detailHead}>
            <h3>{sample.id}</h3>
            <Button variant="ghost" onClick={() => onOpen(sample.id)}>
              Open
            </Button>
            {sample.kind === 'tested' && sample.test.modified !== null && (
              <CopyButton label="Copy result" text={sample.test.modified} />
            )}
          </div>
          <SampleDetail key={sample.id} sample={sample} onGoTo={onGoTo} />
        </section>
      )}
    </div>
  );
}

function summary({ samples, total, request }: DryRun): string {
  const failed = samples.filter((sample) => sample.kind === 'failed').length;
  const does = request.kind.startsWith('delete') ? 'would be deleted' : 'match';
  const failures = failed === 0 ? '' : ` The script failed on ${failed} of ${samples.length}.`;
  return `${pluralize(total, 'document')} ${request.kind === 'patch-documents' ? 'in the list' : does}. Shown: ${samples.length}. Nothing was written.${failures}`;
}

const statusTexts: Readonly<Record<string, string>> = {
  NotModified: 'Unchanged',
  DocumentDoesNotExist: 'Missing',
  Skipped: 'Skipped',
};
const statusTones: Readonly<Record<string, BadgeTone>> = { DocumentDoesNotExist: 'warning' };

function SampleBadge({ sample }: { readonly sample: Sample }) {
  if (sample.kind === 'failed') return <Badge tone="danger">Failed</Badge>;
  if (sample.kind === 'delete')
    return sample.text === null ? <Badge tone="warning">Missing</Badge> : <Badge tone="danger">Delete</Badge>;
  const { status } = sample.test;
  const text = statusTexts[status];
  if (text !== undefined) return <Badge tone={statusTones[status] ?? 'neutral'}>{text}</Badge>;
  const { added, removed } = sample.changes;
  return (
    <span
      className={styles.counts}
      title={`${pluralize(added, 'line')} added, ${formatCount(removed)} removed`}
    >
      <span className={styles.added}>+{formatCount(added)}</span>{' '}
      <span className={styles.removed}>−{formatCount(removed)}</span>
    </span>
  );
}

function SampleDetail({
  sample,
  onGoTo,
}: {
  readonly sample: Sample;
  readonly onGoTo: (problem: QueryProblem) => void;
}) {
  if (sample.kind === 'failed') {
    const { problem, failure } = sample;
    return (
      <div className={styles.failure} role="alert">
        <p>The script failed on this document. Nothing was written.</p>
        <pre tabIndex={0}>{failure.message}</pre>
        {problem && (
          <Button icon={<Crosshair />} onClick={() => onGoTo(problem)}>
            Go to line {problem.line}
          </Button>
        )}
      </div>
    );
  }
  if (sample.kind === 'delete')
    return sample.text === null ? (
      <p className={styles.failure}>The document does not exist.</p>
    ) : (
      <div className={styles.main}>
        <CodeEditor label={`Document ${sample.id}`} language="json" value={sample.text} readOnly />
      </div>
    );
  const { original, modified, output, actions, status } = sample.test;
  if (status === 'DocumentDoesNotExist')
    return (
      <p className={styles.failure}>The document does not exist. A patch changes existing documents only.</p>
    );
  return (
    <>
      <div className={styles.main}>
        <DiffView
          original={original ?? ''}
          modified={modified ?? ''}
          originalLabel={`${sample.id} before`}
          modifiedLabel={`${sample.id} after`}
          language="json"
        />
      </div>
      {(output.length > 0 || actions.length > 0) && (
        <div className={styles.output}>
          {output.length > 0 && (
            <section aria-label="Output of the script">
              <h4>Output</h4>
              <pre tabIndex={0}>{output.join('\n')}</pre>
            </section>
          )}
          {actions.length > 0 && (
            <section aria-label="Actions of the script">
              <h4>Other actions</h4>
              <ul>
                {actions.map((action, at) => (
                  <li key={at}>
                    <b>{actionNames[action.kind] ?? action.kind}</b> <code>{action.text}</code>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </>
  );
}

const actionNames: Readonly<Record<string, string>> = {
  LoadDocument: 'Load',
  PutDocument: 'Put',
  DeleteDocument: 'Delete',
  GetCounter: 'Read counter',
  IncrementCounter: 'Increment counter',
  DeleteCounter: 'Delete counter',
  GetTimeSeries: 'Read time series',
  AppendTimeSeries: 'Append to time series',
  IncrementTimeSeries: 'Increment time series',
  DeleteTimeSeries: 'Delete from time series',
};
