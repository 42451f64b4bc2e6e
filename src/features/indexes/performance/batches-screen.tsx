/** Indexing batches over time: where their time went, and why each of them stopped. */
import { ChartGantt } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { type ScreenProps, useDatabase, useSession } from '../../../app/registry/index.ts';
import { PauseList, pngImage, svgImage, TimeScale, type ViewWindow } from '../../../charts/timeline/index.ts';
import { noBatches } from '../../../protocol/indexing-batches.ts';
import {
  EmptyState,
  ErrorView,
  fileName,
  saveFile,
  SkeletonRows,
  SplitPane,
  Tabs,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import { batchesAsCsv, batchesAsJson } from './batch-export.ts';
import { batchGroups, findBatch, newestFirst, type BatchRef, type RecordedBatch } from './batch-model.ts';
import { BatchPanel } from './batch-panel.tsx';
import { stopReason, stopText } from './batch-reason.ts';
import { BatchTable } from './batch-table.tsx';
import { batchExtent, batchPauses, timelineGroups } from './batch-timeline.ts';
import { BatchesTimeline, usePicture } from './batches-timeline.tsx';
import { BatchesToolbar } from './batches-toolbar.tsx';
import { useBatches } from './use-batches.ts';
import { readBatchesView, type BatchesView } from './view-state.ts';

export default function BatchesScreen(props: ScreenProps): ReactNode {
  const { tabId, params } = props;
  const session = useSession();
  const database = useDatabase(props);
  const { batches, feed, error, refresh } = useBatches(database);
  const [view, setView] = useState(() => readBatchesView(session.readTabState(tabId)));
  const [chosen, setChosen] = useState<BatchRef | null>(null);
  /** Undefined: everything, also what is added. */
  const [zoom, setZoom] = useState<ViewWindow>();
  useEffect(() => session.writeTabState(tabId, view), [session, tabId, view]);
  const change = (part: Partial<BatchesView>): void => setView((old) => ({ ...old, ...part }));

  const index = view.index === undefined ? (params.index ?? null) : view.index;
  const known = batches ?? noBatches;
  const groups = useMemo(() => batchGroups(known, index), [known, index]);
  const rows = useMemo(() => newestFirst(groups), [groups]);
  const drawn = useMemo(() => timelineGroups(groups), [groups]);
  const pauses = useMemo(
    () => (view.foldPauses ? batchPauses(drawn) : PauseList.none),
    [drawn, view.foldPauses],
  );
  const extent = useMemo(() => batchExtent(drawn, pauses), [drawn, pauses]);
  const shown = zoom ?? extent;
  const current = findBatch(groups, chosen);
  const { collapsed, pinned, utc } = view;
  const picture = usePicture({ groups: drawn, view: shown, pauses, utc, collapsed, pinned });
  const names = [...new Set([...known.keys(), ...(index === null ? [] : [index])])].sort((a, b) =>
    a.localeCompare(b),
  );

  function reveal(batch: RecordedBatch): void {
    setChosen({ index: batch.index, key: batch.key });
    if (Number.isNaN(batch.start)) return;
    const next = new TimeScale(shown, 1000, pauses).revealed(batch.start);
    if (next !== shown) setZoom(next);
  }
  function zoomTo({ start, end }: RecordedBatch): void {
    if (Number.isNaN(start)) return;
    const margin = Math.max(0.1, (end - start) * 0.05);
    setZoom({ from: start - margin, to: end + margin });
  }
  const save = async (extension: 'json' | 'csv' | 'svg' | 'png'): Promise<void> => {
    const name = fileName('indexing-batches', database.client.name, extension);
    if (extension === 'json') saveFile(name, 'application/json', batchesAsJson(groups));
    else if (extension === 'csv') saveFile(name, 'text/csv', batchesAsCsv(groups));
    else if (extension === 'svg')
      saveFile(name, 'image/svg+xml', svgImage(picture, `Indexing batches of ${database.client.name}`));
    else saveFile(name, 'image/png', await pngImage(picture));
  };
  const exportItem = (extension: 'json' | 'csv' | 'svg' | 'png', label: string, separated = false) => ({
    id: extension,
    label,
    separated,
    onSelect: () =>
      void save(extension).catch((thrown: unknown) => session.reportError(thrown, 'Exporting the batches')),
  });

  const body = (): ReactNode => {
    if (batches === undefined)
      return error === null ? (
        <SkeletonRows rows={10} label="Loading indexing batches" />
      ) : (
        <ErrorView error={error} doing="Loading indexing batches" onRetry={refresh} />
      );
    if (rows.length === 0)
      return (
        <EmptyState
          icon={ChartGantt}
          title={index === null ? 'No indexing batches yet' : `No batches of ${index}`}
          text="The server reports the last batches of each index since it loaded the database. Save a document to see the next one here."
        />
      );
    return (
      <SplitPane
        direction="column"
        initial={0.55}
        min={140}
        storageKey="indexing-batches"
        label="Resize the timeline and the panels"
        first={
          <BatchesTimeline
            {...{ picture, extent, current }}
            label={`Timeline of indexing batches of ${index ?? 'all indexes'}. Arrow left and right, W A S D and 0 move and zoom; square brackets, Home and End move along the batches of an index, arrow up and down to other indexes; Enter zooms to the batch.`}
            batches={groups}
            // The whole extent grows with new batches.
            onView={(next) => setZoom(next === extent ? undefined : next)}
            onArrangement={(next) => change({ collapsed: [...next.collapsed], pinned: [...next.pinned] })}
            onCurrent={setChosen}
            onReveal={reveal}
            onZoom={zoomTo}
          />
        }
        second={
          <Tabs
            label="Batch panels"
            value={view.panel}
            onChange={(panel) => change({ panel })}
            items={[
              {
                id: 'batch',
                label: 'Batch',
                panel: (
                  <BatchPanel
                    key={current === undefined ? '' : `${current.index}|${current.key}`}
                    batch={current}
                    utc={utc}
                    onZoom={zoomTo}
                    withIdle={view.withIdle}
                    onWithIdle={(withIdle) => change({ withIdle })}
                  />
                ),
              },
              {
                id: 'table',
                label: 'All batches',
                panel: (
                  <BatchTable
                    current={current}
                    batches={rows}
                    utc={utc}
                    onSelect={reveal}
                    onOpen={(batch) => {
                      reveal(batch);
                      change({ panel: 'batch' });
                    }}
                  />
                ),
              },
            ]}
          />
        }
      />
    );
  };

  return (
    <section className={styles.screen} aria-label="Indexing batches of the database">
      <BatchesToolbar
        {...{ feed, names, index, view }}
        count={rows.length}
        onIndex={(name) => {
          setZoom(undefined);
          change({ index: name });
        }}
        onView={change}
        onShowAll={() => setZoom(undefined)}
        onRefresh={refresh}
        exports={[
          exportItem('json', 'JSON'),
          exportItem('csv', 'CSV'),
          exportItem('svg', 'This view as SVG', true),
          exportItem('png', 'This view as PNG'),
        ]}
      />
      {error !== null && batches !== undefined && (
        <ErrorView error={error} doing="Refreshing indexing batches" onRetry={refresh} compact />
      )}
      <div className={styles.body}>{body()}</div>
      <p className={styles.srOnly} role="status">
        {current === undefined
          ? ''
          : `Batch ${current.batch.Id} of ${current.index}. ${stopText(stopReason(current.batch))}`}
      </p>
    </section>
  );
}
