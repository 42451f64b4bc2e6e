/** What takes the space of a database: by collection, index and file, with growth, large documents and what would save. */
import { Download, RefreshCw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useDatabase, useSession, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import {
  Button,
  CopyButton,
  csvText,
  ErrorView,
  fileName,
  formatBytes,
  formatDateTime,
  saveFile,
  SkeletonRows,
  Toolbar,
  ToolbarSpace,
  useIsNarrow,
} from '../../ui/index.ts';
import { goneItems, growthOf, readStorageState, toBaseline, type Baseline } from './growth.ts';
import { growthRate } from './growth-rate.ts';
import { kindTexts } from './kind-texts.ts';
import { LargeDocuments } from './large-documents.tsx';
import { ScanSection } from './scan/scan-section.tsx';
import { SavingsPanel } from './savings-panel.tsx';
import { SpaceBar } from './space-bar.tsx';
import { growthText, SpaceGrid } from './space-grid.tsx';
import type { SpaceItem, SpaceReading } from './space-items.ts';
import styles from './storage.module.css';
import { useSpace } from './use-space.ts';

export default function StorageScreen({ tabId, connectionId, database: named }: ScreenProps): ReactNode {
  // The shell renders screens of scope `database` only with a selected database.
  const name = named ?? '';
  const session = useSession();
  const database = useDatabase({ connectionId, database: named });
  const [state, change] = useTabState(tabId, readStorageState);
  const [body, narrow] = useIsNarrow<HTMLDivElement>(1080);
  const space = useSpace(database);
  const reading = space.data;
  const place = `${connectionId} ${name}`;
  const baseline = state.baselines[place];

  // The first reading of a tab is what later ones are compared with.
  useEffect(() => {
    if (reading && !baseline)
      change({ baselines: { ...state.baselines, [place]: toBaseline(reading, reading.at) } });
  }, [reading, baseline, place, state.baselines, change]);

  const open = ({ kind, name: what }: SpaceItem) => {
    const target = targetOf(kind);
    if (target === null) return;
    const params = kind === 'documents' ? { collection: what } : undefined;
    session.openScreen(target, { connectionId, database: name, ...(params ? { params } : {}) });
  };
  const compared = baseline && reading && reading.at > baseline.at ? baseline : undefined;
  const rate =
    compared && reading ? growthRate(reading.total - compared.total, reading.at - compared.at) : null;
  const csv = () => (reading ? spaceCsv(reading, compared) : '');
  return (
    <div className={styles.screen}>
      <Toolbar label="Storage">
        <Button icon={RefreshCw} busy={space.isFetching} onClick={() => void space.refetch()}>
          Refresh
        </Button>
        {reading && (
          <span className={styles.total}>
            <b>{formatBytes(reading.total)}</b> on disk
            {compared && (
              <>
                , {growthText(reading.total - compared.total)} since {formatDateTime(compared.at)}
                {rate !== null && ` (${rate})`}
              </>
            )}
          </span>
        )}
        <ToolbarSpace />
        <Button
          disabledReason={reading ? undefined : 'Not read yet.'}
          onClick={() => {
            if (reading)
              change({ baselines: { ...state.baselines, [place]: toBaseline(reading, reading.at) } });
          }}
        >
          Measure growth from now
        </Button>
        {reading && <CopyButton label="Copy as CSV" text={csv} />}
        <Button
          icon={Download}
          disabledReason={reading ? undefined : 'Not read yet.'}
          onClick={() => saveFile(fileName('storage', name, 'csv'), 'text/csv', csv())}
        >
          Save CSV
        </Button>
      </Toolbar>
      {space.isError && (
        <div className={styles.failure}>
          <ErrorView
            error={space.error}
            doing={`Reading the storage of ${name}`}
            onRetry={() => void space.refetch()}
          />
        </div>
      )}
      <div ref={body} className={styles.body} data-narrow={narrow}>
        <div className={styles.main}>
          {reading ? (
            <SpaceBar reading={reading} />
          ) : (
            !space.isError && <SkeletonRows rows={2} label="Reading the storage" />
          )}
          {(reading ?? !space.isError) && <SpaceGrid reading={reading} baseline={compared} onOpen={open} />}
        </div>
        <aside className={styles.side} aria-label="Savings and largest items">
          {reading && <SavingsPanel database={database} connectionId={connectionId} reading={reading} />}
          <LargeDocuments
            database={database}
            connectionId={connectionId}
            readsAll={capabilitiesOf(connectionId).builtIn}
          />
          <ScanSection
            database={database}
            connectionId={connectionId}
            builtIn={capabilitiesOf(connectionId).builtIn}
          />
        </aside>
      </div>
    </div>
  );
}

/** The screen that explains an item. */
function targetOf(kind: SpaceItem['kind']): string | null {
  if (kind === 'documents' || kind === 'revisions') return 'documents';
  if (kind === 'index') return 'indexes';
  return kind === 'journals' ? 'io' : null;
}

function spaceCsv(reading: SpaceReading, baseline: Baseline | undefined): string {
  return csvText(
    ['Kind', 'Name', 'Bytes', 'Items', 'Growth'],
    [...reading.items, ...goneItems(baseline, reading)].map(({ id, kind, name, bytes, count }) => [
      kindTexts[kind].label,
      name,
      bytes,
      count,
      growthOf(baseline, id, bytes),
    ]),
  );
}
