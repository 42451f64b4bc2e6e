/** The requests that the server answers while they are watched, one by one or grouped. */
import { Download, Waypoints } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ServerClient } from '../../../protocol/client.ts';
import { watchTraffic } from '../../../protocol/traffic.ts';
import {
  Button,
  DataGrid,
  SortedGrid,
  EmptyState,
  ErrorView,
  fileName,
  formatBytes,
  formatCount,
  formatDateTime,
  formatMs,
  saveFile,
  Select,
  SkeletonRows,
  Switch,
  TextField,
  Toolbar,
  ToolbarSpace,
} from '../../../ui/index.ts';
import type { ActivityState, ChangeState } from '../activity-state.ts';
import styles from '../activity.module.css';
import { Details } from '../live/details.tsx';
import { ListWithDetails } from '../live/list-with-details.tsx';
import { LiveControls } from '../live/live-controls.tsx';
import { RowCounts } from '../live/row-counts.tsx';
import { useLiveRows } from '../live/use-live-rows.ts';
import { groupsAsCsv, requestColumns, requestsAsCsv, useGroupColumns } from './traffic-columns.tsx';
import { filterTraffic, groupTraffic } from './traffic-groups.ts';

export function TrafficPane(props: {
  readonly server: ServerClient;
  readonly state: ActivityState;
  readonly onChange: ChangeState;
}) {
  const { server, state, onChange } = props;
  const open = useCallback((signal: AbortSignal) => watchTraffic(server, signal), [server]);
  const live = useLiveRows(open);
  const rows = useMemo(
    () =>
      filterTraffic(live.rows, {
        text: state.trafficFilter,
        slowMs: Number(state.trafficSlowMs),
        failedOnly: state.trafficFailed,
      }),
    [live.rows, state.trafficFilter, state.trafficSlowMs, state.trafficFailed],
  );
  const groups = useMemo(
    () => (state.trafficGrouping === 'none' ? null : groupTraffic(rows, state.trafficGrouping)),
    [rows, state.trafficGrouping],
  );
  const groupColumns = useGroupColumns(state.trafficGrouping);
  const [selectedNumber, setSelectedNumber] = useState<number | null>(null);
  const place = rows.findIndex(({ number }) => number === selectedNumber);
  const selected = groups ? undefined : rows[place]?.row;

  const empty = (
    <EmptyState
      icon={Waypoints}
      title={live.rows.length === 0 ? 'No requests yet' : 'No request matches'}
      text={
        live.rows.length === 0
          ? 'Requests appear here when the server has answered them. The requests of this program are among them.'
          : 'Change the filter to see the other requests.'
      }
    />
  );
  const list = () => {
    const { status } = live;
    if (status.kind === 'failed')
      return (
        <ErrorView error={status.error} doing="Watching the requests of the server" onRetry={live.retry} />
      );
    if (status.kind === 'connecting' && live.rows.length === 0)
      return <SkeletonRows label="Connecting to the server's requests" />;
    if (groups)
      return (
        <SortedGrid
          label="Groups of requests"
          columns={groupColumns}
          rowCount={groups.length}
          row={(index) => groups[index]}
          empty={empty}
        />
      );
    return (
      <DataGrid
        label="Requests"
        columns={requestColumns}
        rowCount={rows.length}
        row={(index) => rows[index]}
        selected={place < 0 ? null : place}
        onSelect={(index) => setSelectedNumber(rows[index]?.number ?? null)}
        empty={empty}
      />
    );
  };

  return (
    <div className={styles.pane}>
      <Toolbar label="Requests">
        <LiveControls
          status={live.status}
          paused={live.paused}
          waiting={live.waiting}
          onPaused={live.setPaused}
          onClear={live.clear}
        />
        <div className={styles.filter}>
          <TextField
            label="Filter requests"
            hideLabel
            placeholder="Filter by path, client, text…"
            value={state.trafficFilter}
            onChange={(trafficFilter) => onChange({ trafficFilter })}
          />
        </div>
        <div className={styles.choice}>
          <Select
            label="Duration"
            hideLabel
            value={state.trafficSlowMs}
            onChange={(trafficSlowMs) => onChange({ trafficSlowMs })}
            options={[
              { value: '0', label: 'Any duration' },
              { value: '10', label: '10 ms and more' },
              { value: '100', label: '100 ms and more' },
              { value: '1000', label: '1 s and more' },
            ]}
          />
        </div>
        <Switch
          label="Failed only"
          checked={state.trafficFailed}
          onChange={(trafficFailed) => onChange({ trafficFailed })}
        />
        <div className={styles.choice}>
          <Select
            label="Group by"
            hideLabel
            value={state.trafficGrouping}
            onChange={(trafficGrouping) => onChange({ trafficGrouping })}
            options={[
              { value: 'none', label: 'Not grouped' },
              { value: 'route', label: 'By route' },
              { value: 'client', label: 'By client' },
              { value: 'database', label: 'By database' },
            ]}
          />
        </div>
        <ToolbarSpace />
        <RowCounts shown={rows.length} buffer={live} what="request" />
        <Button
          icon={<Download />}
          variant="ghost"
          disabled={rows.length === 0}
          onClick={() =>
            saveFile(
              fileName(groups ? 'request-groups' : 'requests', null, 'csv'),
              'text/csv',
              groups ? groupsAsCsv(groups) : requestsAsCsv(rows),
            )
          }
        >
          Export CSV
        </Button>
      </Toolbar>
      <ListWithDetails
        name="traffic"
        list={list()}
        details={
          selected && (
            <Details
              title={`${selected.method} ${selected.database ?? ''}`.trim()}
              copy={selected}
              facts={[
                { name: 'Path', value: selected.path, block: true },
                { name: 'Details', value: selected.info, block: true },
                { name: 'Status', value: selected.status },
                {
                  name: 'Duration',
                  value: selected.elapsedMs === null ? null : formatMs(selected.elapsedMs),
                },
                { name: 'Kind', value: selected.kind },
                { name: 'Client', value: selected.client },
                { name: 'Certificate', value: selected.certificate },
                { name: 'Answered', value: formatDateTime(selected.at) },
                { name: 'Request', value: sizeText(selected.requestBytes) },
                { name: 'Response', value: sizeText(selected.responseBytes) },
              ]}
            />
          )
        }
      />
    </div>
  );
}

function sizeText(bytes: number | null): string | null {
  if (bytes === null || bytes < 1024) return bytes === null ? null : formatBytes(bytes);
  return `${formatBytes(bytes)} (${formatCount(bytes)} bytes)`;
}
