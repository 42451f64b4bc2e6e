/** State of the readings, what they cost, and the exports. */
import { Download, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Badge,
  Button,
  CopyButton,
  fileName,
  formatDateTime,
  Menu,
  saveFile,
  Switch,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import styles from './cluster.module.css';
import {
  clusterAsJson,
  databasesAsCsv,
  findingsAsText,
  type ClusterSnapshot,
} from './export/cluster-file.ts';

export function ClusterToolbar(props: {
  readonly snapshot: ClusterSnapshot | null;
  readonly failed: boolean;
  readonly watching: boolean;
  readonly onWatching: (watching: boolean) => void;
  readonly requestsPerMinute: number;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}): ReactNode {
  const { snapshot, failed, watching } = props;
  return (
    <Toolbar label="Cluster">
      {failed ? (
        <Badge tone="danger">Not connected</Badge>
      ) : snapshot === null ? (
        <Badge>Loading</Badge>
      ) : watching ? (
        <Badge tone="success">Live</Badge>
      ) : (
        <Badge tone="warning">Paused</Badge>
      )}
      {snapshot && (
        <span className={styles.leader}>
          {snapshot.leader === null ? 'No leader' : `Leader ${snapshot.leader}`}
          {snapshot.term !== null && `, term ${snapshot.term}`}
        </span>
      )}
      <Switch label="Watch" checked={watching} onChange={props.onWatching} />
      <span
        className={styles.cost}
        title="Requests of this screen for nodes and databases while it is visible"
      >
        ≈ {props.requestsPerMinute} requests/min
      </span>
      {snapshot && <span className={styles.note}>Read at {formatDateTime(snapshot.at).slice(11)}</span>}
      <ToolbarSpace />
      <Button icon={RefreshCw} onClick={props.onRefresh} disabled={props.isReading}>
        Refresh
      </Button>
      {snapshot && (
        <>
          <CopyButton label="Copy findings" text={() => findingsAsText(snapshot)} />
          <Menu
            align="end"
            trigger={<Button icon={Download}>Export</Button>}
            items={[
              {
                id: 'csv',
                label: 'Databases by node as CSV',
                onSelect: () =>
                  saveFile(
                    fileName('cluster', snapshot.connection, 'csv'),
                    'text/csv',
                    databasesAsCsv(snapshot),
                  ),
              },
              {
                id: 'json',
                label: 'Cluster with findings as JSON',
                onSelect: () =>
                  saveFile(
                    fileName('cluster', snapshot.connection, 'json'),
                    'application/json',
                    clusterAsJson(snapshot),
                  ),
              },
            ]}
          />
        </>
      )}
    </Toolbar>
  );
}
