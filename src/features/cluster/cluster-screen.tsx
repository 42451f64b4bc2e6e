/** The nodes of a cluster and its databases by node: what lags, what is stuck, and where nodes differ. */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useConnection, useSession, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { ErrorView, SkeletonRows, Tabs, useVisible } from '../../ui/index.ts';
import { readClusterState, viewLabels, type View } from './cluster-state.ts';
import { ClusterToolbar } from './cluster-toolbar.tsx';
import styles from './cluster.module.css';
import { DatabasesPane } from './databases/databases-pane.tsx';
import { useEntryCheck } from './databases/use-entry-check.ts';
import { useSelectedEntries } from './databases/use-selected-entries.ts';
import { DecisionsPane } from './decisions/decisions-pane.tsx';
import type { ClusterSnapshot } from './export/cluster-file.ts';
import { clusterFindings, type Finding } from './findings/cluster-findings.ts';
import { FindingsList } from './findings/findings-list.tsx';
import { Limits } from './limits.tsx';
import { nodeRows } from './nodes/node-rows.ts';
import { NodesPane } from './nodes/nodes-pane.tsx';
import { useClusterReading, type ReadCluster } from './readings/use-cluster-reading.ts';
import { TasksPane } from './tasks/tasks-pane.tsx';
import { useTasks } from './tasks/use-tasks.ts';

const noTags: readonly string[] = [];

export default function ClusterScreen({ tabId, connectionId }: ScreenProps): ReactNode {
  const session = useSession();
  const { port } = session;
  const server = useMemo(() => new ServerClient(port, connectionId), [port, connectionId]);
  const connection = useConnection(connectionId);
  const [state, change] = useTabState(tabId, readClusterState);
  const [root, visible] = useVisible<HTMLDivElement>();
  const [selected, setSelected] = useState<string | null>(null);
  const { watching } = state;
  const readings = useClusterReading(server, { watching, visible });
  const { read, refresh } = readings;

  const check = useEntryCheck(server);
  const selectedRow = read?.rows.find(({ name }) => name === selected);
  const selectedTags = useMemo(
    () => (selectedRow?.loaded === true ? selectedRow.cells.map(({ node }) => node) : noTags),
    [selectedRow],
  );
  const entries = useSelectedEntries(
    server,
    selectedRow?.loaded === true ? selectedRow.name : null,
    selectedTags,
    {
      watching,
      visible: visible && state.view === 'databases',
    },
  );
  const checked = useMemo(
    () => (entries && selected !== null ? new Map(check.checked).set(selected, entries) : check.checked),
    [check.checked, entries, selected],
  );
  const findings = useMemo(
    () => (read ? clusterFindings(read.reading, read.rows, checked) : []),
    [read, checked],
  );
  const tasks = useTasks(server, read?.rows ?? [], read?.reading.topology.node ?? null, {
    watching,
    visible: visible && state.view === 'tasks',
  });
  const nodes = useMemo(() => (read ? nodeRows(read.reading) : []), [read]);
  const tags = useMemo(() => (read ? nodeTags(read) : noTags), [read]);

  useEffect(
    () =>
      session.addCommands([
        {
          id: 'cluster.refresh',
          title: 'Refresh the cluster',
          group: 'Cluster',
          shortcut: 'F5',
          run: refresh,
        },
      ]),
    [session, refresh],
  );
  const show = useCallback(
    ({ view, database }: Finding) => {
      change({ view, ...(database === null ? {} : { filter: '', onlyProblems: false }) });
      setSelected(database);
    },
    [change],
  );

  const snapshot: ClusterSnapshot | null = read
    ? {
        connection: connection?.name ?? connectionId,
        at: read.reading.at,
        leader: read.reading.topology.leader,
        term: read.reading.topology.term,
        findings,
        nodes,
        databases: read.rows,
        tasks: tasks.tasks.data?.rows ?? [],
      }
    : null;

  return (
    <div className={styles.screen} ref={root}>
      <ClusterToolbar
        snapshot={snapshot}
        failed={readings.error !== null}
        watching={watching}
        onWatching={(next) => change({ watching: next })}
        requestsPerMinute={readings.requestsPerMinute}
        isReading={readings.isReading}
        onRefresh={refresh}
      />
      {readings.error !== null && (
        <ErrorView
          error={readings.error}
          doing="Reading the cluster"
          onRetry={refresh}
          compact={read !== undefined}
        />
      )}
      {!read && readings.error === null && <SkeletonRows label="Reading the cluster" />}
      {read && (
        <>
          <Limits reading={read.reading} onRetry={refresh} />
          <FindingsList findings={findings} none={noFindings(read)} onShow={show} />
          <div className={styles.tabs}>
            <Tabs<View>
              label="Cluster"
              value={state.view}
              onChange={(view) => change({ view })}
              items={[
                {
                  id: 'nodes',
                  label: `${viewLabels.nodes} (${nodes.length})`,
                  panel: (
                    <NodesPane
                      connectionId={connectionId}
                      reading={read.reading}
                      rows={nodes}
                      hasCluster={capabilitiesOf(connectionId).replication}
                    />
                  ),
                },
                {
                  id: 'databases',
                  label: `${viewLabels.databases} (${read.rows.length})`,
                  panel: (
                    <DatabasesPane
                      rows={read.rows}
                      tags={tags}
                      now={read.reading.at}
                      state={state}
                      onChange={change}
                      selected={selected}
                      onSelect={setSelected}
                      entries={selected === null ? undefined : checked.get(selected)}
                      check={check}
                      onOpenIndexes={(database) => session.openScreen('indexes', { connectionId, database })}
                    />
                  ),
                },
                {
                  id: 'tasks',
                  label: viewLabels.tasks,
                  panel: <TasksPane source={tasks} state={state} onChange={change} />,
                },
                {
                  id: 'decisions',
                  label: viewLabels.decisions,
                  panel: (
                    <DecisionsPane
                      server={server}
                      leader={read.reading.topology.leader}
                      watching={watching && visible}
                    />
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** Of the cluster, and of databases that other nodes still report. */
function nodeTags({ reading, rows }: ReadCluster): readonly string[] {
  const tags = new Set(reading.topology.nodes.map(({ tag }) => tag));
  for (const { cells } of rows) for (const { node } of cells) tags.add(node);
  return [...tags].sort((a, b) => a.localeCompare(b));
}

function noFindings({ reading }: ReadCluster): string {
  const { topology, stats } = reading;
  if (topology.nodes.length < 2) return 'No problems. One node, so there is nothing to compare.';
  return stats.kind === 'read' && stats.value.kind === 'reported'
    ? 'No problems: the nodes report the same changes, documents and indexes.'
    : 'No problems among the nodes. Their databases are not compared.';
}
