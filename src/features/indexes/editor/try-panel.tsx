/** Runs the edited definition on some documents of the database, without saving it. */
import { CircleAlert, Download, FlaskConical, Play, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Button,
  CopyButton,
  EmptyState,
  formatCount,
  FieldScope,
  IconButton,
  type InvalidFields,
  NumberField,
  saveFile,
  SkeletonRows,
  Tabs,
  TextField,
} from '../../../ui/index.ts';
import type { ErrorPlace } from './error-place.ts';
import type { IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { TryErrors } from './try-errors.tsx';
import { TryRows } from './try-rows.tsx';
import { notesOf, summaryOf } from './try-summary.ts';
import type { TriedIndex, Trying } from './use-try-index.ts';

interface TryPanelProps {
  readonly trying: Trying;
  readonly form: IndexForm;
  readonly writeRefusal: string | undefined;
  /** Each try is confirmed outside of the page. */
  readonly isGuarded: boolean;
  readonly onTry: () => void;
  /** Of the fields above the result. */
  readonly onInvalid: InvalidFields['report'];
  readonly onShowPlace: (place: ErrorPlace) => void;
  readonly onOpenDocument: (id: string) => void;
  readonly exportName: (what: string) => string;
}

const MOST_DOCUMENTS = 10_000;

export function TryPanel(props: TryPanelProps) {
  const { trying, form, writeRefusal, isGuarded } = props;
  const { state, last } = trying;
  return (
    <div className={styles.panel}>
      <form
        className={styles.tryForm}
        onSubmit={(event) => {
          event.preventDefault();
          props.onTry();
        }}
      >
        <div className={styles.count}>
          <FieldScope report={props.onInvalid}>
            <NumberField
              label="Documents"
              value={trying.documents}
              min={1}
              max={MOST_DOCUMENTS}
              onChange={(count) => trying.setDocuments(count ?? 1)}
            />
          </FieldScope>
        </div>
        <div className={styles.grow}>
          <TextField
            label="Query (optional)"
            mono
            value={trying.query}
            onChange={trying.setQuery}
            placeholder={`from index '${form.name || 'Name'}' where Field = 'value'`}
          />
        </div>
        {state.kind === 'running' ? (
          <Button icon={<Square />} onClick={trying.stop}>
            Stop
          </Button>
        ) : (
          <Button type="submit" icon={<Play />} disabledReason={writeRefusal}>
            Run
          </Button>
        )}
      </form>
      {isGuarded && (
        <p className={styles.note}>
          The connection is guarded: each try is confirmed outside of this page, because it runs the code of
          the index in the server.
        </p>
      )}
      {state.kind === 'running' && <Elapsed since={state.since} />}
      {state.kind === 'stopped' && (
        <p className={styles.note} role="status">
          Stopped. The server may still finish the current document.
        </p>
      )}
      {last ? (
        <Result {...props} last={last} />
      ) : state.kind === 'running' ? (
        <SkeletonRows rows={8} label="Trying the index" />
      ) : state.kind === 'failed' ? (
        <EmptyState
          icon={CircleAlert}
          title="The test failed"
          text="The error is shown above, and at its line where the server names one. Correct the definition, then try again."
        />
      ) : (
        <EmptyState
          icon={FlaskConical}
          title="Try the index before you save it"
          text="The server runs maps and reduce on some documents and shows entries, results and errors. Nothing is stored."
          action={
            <Button
              variant="primary"
              icon={<FlaskConical />}
              disabledReason={writeRefusal}
              onClick={props.onTry}
            >
              Try index
            </Button>
          }
        />
      )}
    </div>
  );
}

function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={styles.note} role="status">
      Running for {Math.round((now - since) / 1000)} s
    </p>
  );
}

type ResultView = 'entries' | 'map' | 'reduce' | 'documents' | 'errors';

function Result({
  trying,
  last,
  form,
  onShowPlace,
  onOpenDocument,
  exportName,
}: TryPanelProps & { readonly last: TriedIndex }) {
  const [chosen, setView] = useState<ResultView>('entries');
  const { result } = last;
  const isReduce = last.form.reduce.trim() !== '';
  const view = chosen === 'reduce' && !isReduce ? 'entries' : chosen;
  const outdated = trying.isOutdated(form) || last.query !== trying.query;
  const rowsOf = {
    entries: result.entries,
    map: result.mapResults,
    reduce: result.reduceResults,
    documents: result.documents,
  } as const;
  const shown = view === 'errors' ? (result.problems ?? []) : rowsOf[view];
  const json = () => `${JSON.stringify(shown, null, 2)}\n`;
  const rows = (id: keyof typeof rowsOf, title: string, empty: string) => ({
    id,
    label: `${title} (${formatCount(rowsOf[id].length)})`,
    panel: <TryRows label={title} rows={rowsOf[id]} empty={empty} onOpenDocument={onOpenDocument} />,
  });
  return (
    <div
      className={styles.result}
      data-outdated={outdated || undefined}
      aria-busy={trying.state.kind === 'running'}
    >
      <p className={styles.note} role="status">
        {outdated && 'Of an earlier version of the definition or query. '}
        {summaryOf(result, last.roundTripMs)}
      </p>
      {notesOf(result, last.query.trim() !== '').map((note) => (
        <p key={note.text} className={styles.tryNote} data-tone={note.tone}>
          {note.text}
        </p>
      ))}
      <div className={styles.fill}>
        <Tabs<ResultView>
          label="Results of the test"
          value={view}
          onChange={setView}
          after={
            <span className={styles.actions}>
              <CopyButton text={json} label="Copy as JSON" iconOnly />
              <IconButton
                label="Export as JSON"
                icon={<Download />}
                onClick={() => saveFile(exportName(`index-test-${view}`), 'application/json', json())}
              />
            </span>
          }
          items={[
            rows('entries', 'Entries', 'No entry. A query finds these terms once the index is saved.'),
            rows('map', 'Map results', 'The maps returned nothing for these documents.'),
            ...(isReduce ? [rows('reduce', 'Reduce results', 'No group has a result.')] : []),
            rows('documents', isReduce ? 'Query results' : 'Documents', 'The query finds nothing.'),
            {
              id: 'errors' as const,
              label: `Errors${result.problems === null ? '' : ` (${formatCount(result.problems.length)})`}`,
              panel: (
                <TryErrors
                  problems={result.problems}
                  form={last.form}
                  onShowPlace={onShowPlace}
                  onOpenDocument={onOpenDocument}
                />
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}
