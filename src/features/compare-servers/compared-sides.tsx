/** The findings and the compared values of both sides. */
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { Badge, ErrorView, Switch, Tabs, type TabItem } from '../../ui/index.ts';
import type { CompareState, View } from './compare-state.ts';
import styles from './compare.module.css';
import { DocumentsPane } from './documents/documents-pane.tsx';
import type { Comparison, SideNames } from './export/compare-file.ts';
import { FindingsList } from './findings/findings-list.tsx';
import type { Both } from './readings/reading.ts';
import type { Readings } from './readings/use-readings.ts';
import { isDifference, sections, type Section } from './rows/compare-row.ts';
import { RowGrid } from './rows/row-grid.tsx';

const labels: Readonly<Record<View, string>> = {
  figures: 'Statistics',
  collections: 'Collections',
  indexes: 'Indexes',
  settings: 'Settings',
  documents: 'Documents',
};

export function ComparedSides(props: {
  readonly tabId: string;
  readonly sides: Both<DatabaseClient>;
  readonly names: SideNames;
  readonly readings: Readings;
  readonly comparison: Comparison | null;
  readonly collections: readonly string[] | null;
  readonly total: number | null;
  readonly state: CompareState;
  readonly change: (part: Partial<CompareState>) => void;
}): ReactNode {
  const { sides, names, readings, comparison, state, change } = props;
  const session = useSession();
  const rows = comparison?.rows ?? [];
  const missing = comparison?.notCompared ?? [];
  const waiting = comparison === null || readings.structure === null;

  const section = (id: Section): TabItem<View> => {
    const own = rows.filter((row) => row.section === id);
    const differences = own.filter(isDifference);
    const mismatch = differences.some(({ state: each }) => each === 'contradiction');
    return {
      id,
      label: (
        <>
          {labels[id]}{' '}
          {differences.length > 0 && (
            <Badge tone={mismatch ? 'danger' : 'warning'}>{differences.length}</Badge>
          )}
        </>
      ),
      panel: (
        <RowGrid
          key={id}
          label={labels[id]}
          rows={state.onlyDifferences ? differences : own}
          busy={waiting}
          empty={
            waiting
              ? 'Reading both databases…'
              : state.onlyDifferences
                ? 'No differences here.'
                : missing.length > 0 && own.length === 0
                  ? 'Not compared: a side could not be read.'
                  : `Neither side reports ${id}.`
          }
        />
      ),
    };
  };

  return (
    <>
      {missing.map(({ what, error }) => (
        <ErrorView key={what} error={error} doing={`Reading ${what}`} onRetry={readings.refresh} compact />
      ))}
      <FindingsList
        findings={comparison?.findings ?? []}
        isNothingCompared={rows.length === 0}
        notCompared={missing.map(({ what }) => what)}
        waiting={waiting}
        onShow={(view) => change({ view, onlyDifferences: true })}
      />
      <div className={styles.tabs}>
        <Tabs<View>
          label="Compared"
          value={state.view}
          onChange={(view) => change({ view })}
          after={
            state.view === 'documents' ? undefined : (
              <Switch
                label="Only differences"
                checked={state.onlyDifferences}
                onChange={(onlyDifferences) => change({ onlyDifferences })}
              />
            )
          }
          items={[
            ...sections.map(section),
            {
              id: 'documents',
              label: labels.documents,
              panel: (
                <DocumentsPane
                  runKey={JSON.stringify([props.tabId, names.left, names.right])}
                  sides={sides}
                  names={names}
                  collections={props.collections}
                  total={props.total}
                  state={state}
                  change={change}
                  onOpen={(side, id, split = false) =>
                    session.openScreen('document', {
                      connectionId: sides[side].server.connection,
                      database: sides[side].name,
                      params: { id },
                      split,
                    })
                  }
                />
              ),
            },
          ]}
        />
      </div>
    </>
  );
}
