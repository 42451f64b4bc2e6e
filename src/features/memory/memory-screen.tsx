/** The memory of a server by owner and over time. Only *Collect garbage…* changes anything. */
import { Download, RefreshCw } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import {
  databasesQuery,
  useConnection,
  useSession,
  useTabState,
  type ScreenProps,
} from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import {
  Button,
  CopyButton,
  ErrorView,
  fileName,
  formatBytes,
  Menu,
  saveFile,
  Select,
  Switch,
  Tabs,
  Toolbar,
  ToolbarSpace,
  useVisible,
} from '../../ui/index.ts';
import { CollectionsPane } from './collections/collections-pane.tsx';
import { memoryAsJson, ownersAsCsv, ownersAsText } from './export/memory-file.ts';
import { readMemoryState, type Basis, type View } from './memory-state.ts';
import styles from './memory.module.css';
import { TimePane } from './over-time/time-pane.tsx';
import {
  allocatedOwners,
  hasCutNames,
  mappedOwners,
  ownerRows,
  residentOwners,
} from './owners/memory-owners.ts';
import { OwnersPane } from './owners/owners-pane.tsx';
import { useMemory } from './readings/use-memory.ts';

const basisLabels: Readonly<Record<Basis, string>> = {
  resident: 'Physical memory',
  allocated: 'Allocated memory',
  mapped: 'Mapped files',
};
const notes: Readonly<Record<Basis, string>> = {
  resident: 'What the process occupies in physical memory, as the kernel counts it.',
  allocated: 'What the server allocated, by its own counters.',
  mapped: 'Address space of mapped files by database and index. Only a part of it is in physical memory.',
};

const CUT_NOTE = 'The server omits the beginning of folder names: “…” marks a name that is cut.';
const NO_NAMES: readonly string[] = [];
const databaseNames = (databases: readonly { readonly name: string }[]): readonly string[] =>
  databases.map(({ name }) => name);

export default function MemoryScreen({ tabId, connectionId }: ScreenProps): ReactNode {
  const { port } = useSession();
  const server = useMemo(() => new ServerClient(port, connectionId), [port, connectionId]);
  const name = useConnection(connectionId)?.name ?? connectionId;
  const [state, change] = useTabState(tabId, readMemoryState);
  const [root, visible] = useVisible<HTMLDivElement>();
  const { builtIn } = capabilitiesOf(connectionId);
  const readings = useMemory(server, { watching: state.watching, visible, managedHeap: !builtIn });
  const { report, resident } = readings;
  // They complete the names that the server cuts; the screen is useful without them.
  const { data: databases } = useQuery({ ...databasesQuery(port, connectionId), select: databaseNames });
  const owners = useMemo(
    (): Readonly<Record<Basis, ReturnType<typeof mappedOwners>>> => ({
      resident: resident ? residentOwners(resident) : [],
      allocated: report ? allocatedOwners(report) : [],
      mapped: report ? mappedOwners(report, databases ?? NO_NAMES) : [],
    }),
    [report, resident, databases],
  );
  const rows = useMemo(
    () => ({
      resident: ownerRows(owners.resident),
      allocated: ownerRows(owners.allocated),
      mapped: ownerRows(owners.mapped),
    }),
    [owners],
  );
  // Windows, macOS and debug packages have no report of the kernel.
  const basis =
    state.basis ?? (resident === null && readings.residentError !== null ? 'allocated' : 'resident');
  const error = basis === 'resident' ? readings.residentError : readings.reportError;
  const isWaiting = (basis === 'resident' ? resident : report) === null && error === null;
  return (
    <div className={styles.screen} ref={root}>
      <Toolbar label="Memory">
        <Summary report={report} />
        <Switch label="Watch" checked={state.watching} onChange={(watching) => change({ watching })} />
        <span className={styles.cost} title="Requests that this screen sends while it is visible">
          ≈ {readings.requestsPerMinute} requests/min
        </span>
        <ToolbarSpace />
        <Button icon={RefreshCw} onClick={readings.refresh}>
          Refresh
        </Button>
        <CopyButton
          label="Copy as text"
          text={() => ownersAsText(`${basisLabels[basis]} of ${name}`, rows[basis])}
        />
        <Menu
          align="end"
          trigger={<Button icon={Download}>Export</Button>}
          items={[
            {
              id: 'csv',
              label: 'Owners as CSV',
              onSelect: () => saveFile(fileName('memory', name, 'csv'), 'text/csv', ownersAsCsv(rows)),
            },
            {
              id: 'json',
              label: 'Owners, sizes over time and collections as JSON',
              onSelect: () =>
                saveFile(
                  fileName('memory', name, 'json'),
                  'application/json',
                  memoryAsJson(name, rows, readings.samples, readings.collections),
                ),
            },
          ]}
        />
      </Toolbar>
      <div className={styles.body}>
        <Tabs<View>
          label="View"
          value={state.view}
          onChange={(view) => change({ view })}
          after={
            state.view !== 'owners' ? undefined : (
              <div className={styles.basis}>
                <Select
                  label="Sizes"
                  hideLabel
                  value={basis}
                  onChange={(chosen) => change({ basis: chosen })}
                  options={[
                    { value: 'resident', label: basisLabels.resident },
                    { value: 'allocated', label: basisLabels.allocated },
                    { value: 'mapped', label: basisLabels.mapped },
                  ]}
                />
              </div>
            )
          }
          items={[
            {
              id: 'owners',
              label: 'Owners',
              panel: (
                <>
                  {error !== null && (
                    <ErrorView
                      error={error}
                      doing={`Reading the memory of ${name}`}
                      onRetry={readings.refresh}
                      compact
                    />
                  )}
                  <OwnersPane
                    key={basis}
                    label={basisLabels[basis]}
                    owners={owners[basis]}
                    rows={rows[basis]}
                    note={
                      basis === 'mapped' && hasCutNames(owners.mapped)
                        ? `${notes.mapped} ${CUT_NOTE}`
                        : notes[basis]
                    }
                    empty={
                      error !== null
                        ? 'Nothing read yet.'
                        : isWaiting
                          ? 'Reading…'
                          : emptyText(basis, builtIn)
                    }
                  />
                </>
              ),
            },
            {
              id: 'time',
              label: 'Over time',
              panel:
                readings.reportError !== null && readings.samples.length === 0 ? (
                  <ErrorView
                    error={readings.reportError}
                    doing={`Reading the memory of ${name}`}
                    onRetry={readings.refresh}
                  />
                ) : (
                  <TimePane samples={readings.samples} />
                ),
            },
            {
              id: 'collections',
              label: 'Garbage collections',
              panel: builtIn ? (
                <p className={styles.note}>The sandbox has no managed heap and collects no garbage.</p>
              ) : (
                <CollectionsPane
                  server={server}
                  connection={name}
                  collections={readings.collections}
                  error={readings.collectionsError}
                  onRefresh={readings.refresh}
                />
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}

function Summary({ report }: { readonly report: ReturnType<typeof useMemory>['report'] }): ReactNode {
  const sizes = [
    ['Working set', report?.sizes.get('WorkingSet')],
    ['available', report?.sizes.get('AvailableMemoryForProcessing') ?? report?.sizes.get('AvailableMemory')],
    ['physical', report?.sizes.get('PhysicalMemory')],
  ] as const;
  return (
    <span className={styles.summary}>
      {sizes
        .flatMap(([label, bytes]) => (bytes === undefined ? [] : [`${label} ${formatBytes(bytes)}`]))
        .join(', ')}
    </span>
  );
}

function emptyText(basis: Basis, builtIn: boolean): string {
  if (builtIn && basis === 'allocated') return 'The sandbox does not count allocations by owner.';
  return `The server reports no ${basisLabels[basis].toLowerCase()}.`;
}
