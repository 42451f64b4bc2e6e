/** Compares documents on demand: the options, the progress and the differences. */
import { Download, GitCompareArrows } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import {
  Badge,
  Button,
  Checkbox,
  DataGrid,
  EmptyState,
  ErrorView,
  fileName,
  formatCount,
  Menu,
  NumberField,
  pluralize,
  saveFile,
  Select,
  TextField,
} from '../../../ui/index.ts';
import { ignoredNames, type CompareState } from '../compare-state.ts';
import styles from '../compare.module.css';
import { documentsAsCsv, documentsAsJson, type SideNames } from '../export/compare-file.ts';
import type { Both } from '../readings/reading.ts';
import { compareDocuments } from './compare-documents.ts';
import type { DifferenceKind, DocumentDifference, DocumentReport } from './document-report.ts';
import { cancelComparison, idleRun, runComparison, useDocumentRuns, type DocumentRun } from './run-store.ts';

interface PaneProps {
  readonly runKey: string;
  readonly sides: Both<DatabaseClient>;
  readonly names: SideNames;
  /** The collections of both sides; null until they are read. */
  readonly collections: readonly string[] | null;
  /** Documents of both sides together; null until they are counted. */
  readonly total: number | null;
  readonly state: CompareState;
  readonly change: (part: Partial<CompareState>) => void;
  readonly onOpen: (side: 'left' | 'right', id: string) => void;
}

export function DocumentsPane(props: PaneProps): ReactNode {
  const { runKey, sides, names, collections, total, state, change } = props;
  const session = useSession();
  const run = useDocumentRuns(({ runs }) => runs.get(runKey) ?? idleRun);
  const running = run.kind === 'running';
  const start = () => {
    const { extent, newest, most } = state;
    void runComparison(
      runKey,
      session,
      `Comparing documents of ${names.left} and ${names.right}`,
      extent === 'all' ? total : null,
      (signal, onProgress) =>
        compareDocuments(
          sides,
          collections ?? [],
          {
            extent,
            newest,
            most,
            collections: state.collections,
            ignoredMetadata: ignoredNames(state.ignoredMetadata),
          },
          signal,
          onProgress,
        ),
    );
  };
  const problem = collections === null ? 'The collections are not read yet.' : undefined;
  const noneChosen = state.collections?.length === 0;
  return (
    <div className={styles.documents}>
      <form
        className={styles.options}
        aria-label="Options"
        onSubmit={(event) => {
          event.preventDefault();
          if (!running && problem === undefined && !noneChosen) start();
        }}
      >
        <Select
          label="Documents"
          value={state.extent}
          onChange={(extent) => change({ extent })}
          disabled={running}
          options={[
            {
              value: 'newest',
              label: 'Newest of each collection',
              hint: 'Finds what was not transferred lately',
            },
            { value: 'all', label: 'All documents', hint: 'Reads both databases completely' },
          ]}
        />
        {state.extent === 'newest' ? (
          <NumberField
            label="Documents of each collection and side"
            value={state.newest}
            min={1}
            max={1_000}
            disabled={running}
            onChange={(newest) => newest !== null && change({ newest })}
          />
        ) : (
          <NumberField
            label="Most documents of a side"
            value={state.most}
            min={1}
            max={1_000_000}
            disabled={running}
            onChange={(most) => most !== null && change({ most })}
          />
        )}
        <TextField
          label="Ignored metadata"
          mono
          value={state.ignoredMetadata}
          disabled={running}
          onChange={(ignoredMetadata) => change({ ignoredMetadata })}
          hint="Names with commas between them"
        />
        {collections !== null && (
          <Collections
            names={collections}
            chosen={state.collections}
            disabled={running}
            onChange={(chosen) => change({ collections: chosen && [...chosen] })}
          />
        )}
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" disabled={running || problem !== undefined || noneChosen}>
            Compare documents
          </Button>
          {running && (
            <Button onClick={() => cancelComparison(runKey)} disabled={run.cancelling}>
              Cancel
            </Button>
          )}
        </div>
        {noneChosen && <p className={styles.note}>Select at least one collection.</p>}
      </form>
      <div className={styles.result}>
        <Result run={run} names={names} total={state.extent === 'all' ? total : null} onOpen={props.onOpen} />
      </div>
    </div>
  );
}

function Collections(props: {
  readonly names: readonly string[];
  readonly chosen: readonly string[] | null;
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly string[] | null) => void;
}): ReactNode {
  const { names, chosen, disabled, onChange } = props;
  const title = useId();
  return (
    <div className={styles.collections} role="group" aria-labelledby={title}>
      <h3 id={title}>Collections</h3>
      <Checkbox
        label="All collections"
        checked={chosen === null}
        disabled={disabled}
        onChange={(all) => onChange(all ? null : names)}
      />
      {chosen !== null &&
        names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            disabled={disabled}
            onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((each) => each !== name))}
          />
        ))}
    </div>
  );
}

function Result({
  run,
  names,
  total,
  onOpen,
}: Pick<PaneProps, 'names' | 'onOpen' | 'total'> & { readonly run: DocumentRun }): ReactNode {
  switch (run.kind) {
    case 'idle':
      return (
        <EmptyState
          icon={<GitCompareArrows />}
          title="Compare the content of documents"
          text="Finds documents that are missing on a side and documents that differ. Nothing is written."
        />
      );
    case 'running': {
      const { progress } = run;
      return (
        <div className={styles.progress} role="status" aria-label="Progress">
          <progress
            {...(progress && total !== null && total > 0 ? { value: progress.read, max: total } : {})}
            aria-label="Documents read"
          />
          <p>
            {run.cancelling ? 'Cancelling. ' : ''}
            {pluralize(progress?.read ?? 0, 'document')} read, {differenceCount(progress?.counts)} so far
          </p>
        </div>
      );
    }
    case 'cancelled':
      return <p className={styles.note}>The comparison was cancelled. Nothing was written.</p>;
    case 'failed':
      return <ErrorView error={run.error} doing="Comparing documents" />;
    case 'ended':
      return <Report report={run.report} names={names} onOpen={onOpen} />;
  }
}

function differenceCount(counts: DocumentReport['counts'] | undefined): string {
  const { leftOnly = 0, rightOnly = 0, different = 0 } = counts ?? {};
  return pluralize(leftOnly + rightOnly + different, 'difference');
}

const kinds: Readonly<Record<DifferenceKind, string>> = {
  'left-only': 'Only left',
  'right-only': 'Only right',
  different: 'Different',
};

function Report({
  report,
  names,
  onOpen,
}: {
  readonly report: DocumentReport;
  readonly names: SideNames;
  readonly onOpen: PaneProps['onOpen'];
}): ReactNode {
  const [selected, setSelected] = useState<number | null>(null);
  const { counts, differences, limit, settled, unconfirmed } = report;
  const shownFewer = counts.leftOnly + counts.rightOnly + counts.different - differences.length;
  const open = (index: number) => {
    const row = differences[index];
    if (row) onOpen(row.kind === 'right-only' ? 'right' : 'left', row.id);
  };
  return (
    <section className={styles.section} aria-label="Documents">
      <div className={styles.summary} role="status">
        <Badge tone={differences.length === 0 ? 'success' : 'warning'}>{differenceCount(counts)}</Badge>
        <span>
          {pluralize(counts.compared, 'document')} compared: {formatCount(counts.leftOnly)} only left,{' '}
          {formatCount(counts.rightOnly)} only right, {formatCount(counts.different)} different.
        </span>
        <Menu
          align="end"
          trigger={<Button icon={<Download />}>Export documents</Button>}
          items={[
            {
              id: 'csv',
              label: 'Differences as CSV',
              onSelect: () =>
                saveFile(fileName('documents', 'compared', 'csv'), 'text/csv', documentsAsCsv(report)),
            },
            {
              id: 'json',
              label: 'Differences as JSON',
              onSelect: () =>
                saveFile(
                  fileName('documents', 'compared', 'json'),
                  'application/json',
                  documentsAsJson(names, report),
                ),
            },
          ]}
        />
      </div>
      <p className={styles.note}>
        {[
          limit,
          settled > 0 ? `${pluralize(settled, 'difference')} gone at the second reading.` : null,
          unconfirmed > 0 ? `${pluralize(unconfirmed, 'difference')} not read a second time.` : null,
          shownFewer > 0 ? `${pluralize(shownFewer, 'difference')} not listed.` : null,
        ]
          .filter((text) => text !== null)
          .join(' ')}
      </p>
      <div className={styles.grid}>
        <DataGrid<DocumentDifference>
          label="Differing documents"
          rowCount={differences.length}
          row={(index) => differences[index]}
          selected={selected}
          onSelect={setSelected}
          onOpen={open}
          empty={<p className={styles.note}>All compared documents are equal.</p>}
          rowMenu={(index) => {
            const row = differences[index];
            if (!row) return [];
            return [
              ...(row.kind === 'right-only'
                ? []
                : [{ id: 'left', label: 'Open left document', onSelect: () => onOpen('left', row.id) }]),
              ...(row.kind === 'left-only'
                ? []
                : [{ id: 'right', label: 'Open right document', onSelect: () => onOpen('right', row.id) }]),
            ];
          }}
          columns={[
            { id: 'id', title: 'Document', width: 280, mono: true, render: ({ id }) => id },
            { id: 'collection', title: 'Collection', width: 160, render: ({ collection }) => collection },
            { id: 'kind', title: 'Result', width: 110, render: ({ kind }) => kinds[kind] },
            {
              id: 'members',
              title: 'Differing members',
              width: 420,
              mono: true,
              render: ({ members }) => members.join(', '),
            },
          ]}
        />
      </div>
    </section>
  );
}
