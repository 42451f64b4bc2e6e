/** What workers would get first: as a table and as JSON. */
import { FlaskConical, SearchX } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { formatJson, parseJsonText } from '../../../protocol/json-text.ts';
import { TRY_SECONDS, type SubscriptionTest, type TriedRow } from '../../../protocol/subscriptions.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import {
  CopyButton,
  EmptyState,
  ErrorView,
  formatMs,
  IdLink,
  pluralize,
  shortDate,
  SkeletonRows,
  SortedGrid,
  summarise,
  Tabs,
  type ValueColumn,
} from '../../../ui/index.ts';
import styles from '../subscriptions.module.css';
import type { TestRun } from './use-test.ts';

type View = 'table' | 'json';
const MOST_COLUMNS = 60;

export function TestResults(props: { readonly run: TestRun; readonly onRetry: () => void }): ReactNode {
  const { run, onRetry } = props;
  if (run.kind === 'none')
    return (
      <EmptyState
        icon={FlaskConical}
        title="Test the query"
        text="A test shows what workers get first after the starting point. It sends nothing to workers and changes nothing."
      />
    );
  if (run.kind === 'running') return <SkeletonRows label="Testing the query" />;
  if (run.kind === 'failed')
    return <ErrorView error={run.error} doing="Testing the query" onRetry={onRetry} />;
  if (run.test.rows.length === 0)
    return (
      <EmptyState
        icon={SearchX}
        title="No document"
        text={
          run.of.startingPoint === 'LastDocument'
            ? 'No document comes after the last one: workers get what is written from now on.'
            : `No document after the starting point matches within ${TRY_SECONDS} s. RavenDB leaves out documents whose script fails or lacks a member.`
        }
      />
    );
  return <Answer test={run.test} asked={run.asked} />;
}

function Answer({ test, asked }: { readonly test: SubscriptionTest; readonly asked: number }): ReactNode {
  const session = useSession();
  const [view, setView] = useState<View>('table');
  const { rows } = test;
  const failed = rows.filter(({ exception }) => exception !== null).length;
  const columns = useMemo(
    () => columnsOf(rows, (id) => session.openScreen('document', { params: { id } })),
    [rows, session],
  );
  const json = useMemo(
    () => (view === 'json' ? formatJson(test.text, parseJsonText(test.text), 2) : ''),
    [view, test],
  );
  return (
    <Tabs<View>
      label="Results of the test"
      value={view}
      onChange={setView}
      after={
        <span className={styles.line}>
          <span className={styles.count} role="status">
            {pluralize(rows.length, 'document')}
            {failed > 0 && `, ${failed} failed`} in {formatMs(test.ms)}
            {rows.length === asked && ', more can follow'}
          </span>
          <CopyButton
            iconOnly
            label="Copy results as JSON"
            text={() => formatJson(test.text, parseJsonText(test.text), 2)}
          />
        </span>
      }
      items={[
        {
          id: 'table',
          label: 'Table',
          panel: (
            <SortedGrid<TriedRow>
              label="Documents of the test"
              choosesColumns
              columns={columns}
              rowCount={rows.length}
              row={(index) => rows[index]}
            />
          ),
        },
        {
          id: 'json',
          label: 'JSON',
          panel: <CodeEditor language="json" label="Results as JSON" value={json} readOnly />,
        },
      ]}
    />
  );
}

function columnsOf(
  rows: readonly TriedRow[],
  onOpen: (id: string) => void,
): readonly ValueColumn<TriedRow>[] {
  const names = new Set<string>();
  for (const { value } of rows)
    for (const name of Object.keys(value))
      if (name !== '@metadata' && names.size < MOST_COLUMNS) names.add(name);
  return [
    {
      id: '@id',
      title: 'Id',
      width: 160,
      mono: true,
      value: ({ id }) => id,
      render: ({ id }) => (id === null ? null : <IdLink id={id} onOpen={onOpen} />),
    },
    ...(rows.some(({ exception }) => exception !== null)
      ? [
          {
            id: '@exception',
            title: 'Exception',
            width: 360,
            value: ({ exception }: TriedRow) => exception,
            render: ({ exception }: TriedRow) =>
              exception !== null && (
                <span className={styles.problem} title={exception}>
                  {exception.split('\n', 1)}
                </span>
              ),
          },
        ]
      : []),
    ...[...names].map((name): ValueColumn<TriedRow> => ({
      id: name,
      title: name,
      width: 150,
      mono: true,
      align: rows.some(({ value }) => typeof value[name] === 'number') ? 'end' : 'start',
      value: ({ value }) => sortValue(value[name]),
      render: ({ value }) => {
        const { kind, text, inexact } = summarise(value[name]);
        const shown = kind === 'text' ? (shortDate(text) ?? text) : text;
        return <span title={text}>{inexact ? `≈ ${text}` : shown}</span>;
      },
    })),
  ];
}

function sortValue(value: unknown): string | number | null {
  if (typeof value === 'number' || typeof value === 'string') return value;
  return value === undefined || value === null ? null : summarise(value).text;
}
