/** The log of the server, line by line while it is watched. */
import { ScrollText } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ServerClient } from '../../../protocol/client.ts';
import { logLevels, watchLogs, type LogLine } from '../../../protocol/log-lines.ts';
import {
  Badge,
  Button,
  DataGrid,
  EmptyState,
  ErrorView,
  fileName,
  saveFile,
  Select,
  SkeletonRows,
  TextField,
  Toolbar,
  ToolbarSpace,
  type GridColumn,
} from '../../../ui/index.ts';
import type { ActivityState, ChangeState } from '../activity-state.ts';
import styles from '../activity.module.css';
import { Details } from '../live/details.tsx';
import { ListWithDetails } from '../live/list-with-details.tsx';
import { LiveControls } from '../live/live-controls.tsx';
import { RowCounts } from '../live/row-counts.tsx';
import type { Arrived } from '../live/row-buffer.ts';
import { timeOfDay } from '../live/time-of-day.ts';
import { useLiveRows } from '../live/use-live-rows.ts';
import { filterLines, levelTexts, linesAsText } from './log-filter.ts';

const columns: readonly GridColumn<Arrived<LogLine>>[] = [
  { id: 'time', title: 'Time', width: 110, mono: true, render: ({ row }) => timeOfDay(row.at) },
  {
    id: 'level',
    title: 'Level',
    width: 90,
    render: ({ row }) => <Badge tone={levelTexts[row.level].tone}>{levelTexts[row.level].label}</Badge>,
  },
  { id: 'resource', title: 'Resource', width: 120, render: ({ row }) => row.resource },
  { id: 'message', title: 'Message', width: 620, least: 300, render: ({ row }) => row.message.slice(0, 500) },
  { id: 'logger', title: 'Logger', width: 320, least: 160, mono: true, render: ({ row }) => row.logger },
  { id: 'thread', title: 'Thread', width: 80, align: 'end', render: ({ row }) => row.thread },
];

export function LogsPane(props: {
  readonly server: ServerClient;
  readonly state: ActivityState;
  readonly onChange: ChangeState;
}) {
  const { server, state, onChange } = props;
  const open = useCallback((signal: AbortSignal) => watchLogs(server, signal), [server]);
  const live = useLiveRows(open);
  const rows = useMemo(
    () => filterLines(live.rows, state.logFilter, state.logLevel),
    [live.rows, state.logFilter, state.logLevel],
  );
  const [selectedNumber, setSelectedNumber] = useState<number | null>(null);
  const place = rows.findIndex(({ number }) => number === selectedNumber);
  const selected = rows[place]?.row;

  const list = () => {
    const { status } = live;
    if (status.kind === 'failed')
      return <ErrorView error={status.error} doing="Watching the log of the server" onRetry={live.retry} />;
    if (status.kind === 'connecting' && live.rows.length === 0)
      return <SkeletonRows label="Connecting to the log of the server" />;
    return (
      <DataGrid
        label="Log lines"
        columns={columns}
        rowCount={rows.length}
        row={(index) => rows[index]}
        selected={place < 0 ? null : place}
        onSelect={(index) => setSelectedNumber(rows[index]?.number ?? null)}
        empty={
          <EmptyState
            icon={ScrollText}
            title={live.rows.length === 0 ? 'No log lines yet' : 'No log line matches'}
            text={
              live.rows.length === 0
                ? 'Lines appear here as the server writes them. The level of the server decides which ones it sends.'
                : 'Choose a lower level or another filter.'
            }
          />
        }
      />
    );
  };

  return (
    <div className={styles.pane}>
      <Toolbar label="Log">
        <LiveControls
          status={live.status}
          paused={live.paused}
          waiting={live.waiting}
          onPaused={live.setPaused}
          onClear={live.clear}
        />
        <div className={styles.choice}>
          <Select
            label="Level"
            hideLabel
            value={state.logLevel}
            onChange={(logLevel) => onChange({ logLevel })}
            options={logLevels.map((level) => ({
              value: level,
              label: level === 'fatal' ? 'Fatal' : `${levelTexts[level].label} and above`,
            }))}
          />
        </div>
        <div className={styles.filter}>
          <TextField
            label="Filter log lines"
            hideLabel
            placeholder="Filter by message, logger, resource…"
            value={state.logFilter}
            onChange={(logFilter) => onChange({ logFilter })}
          />
        </div>
        <ToolbarSpace />
        <RowCounts shown={rows.length} buffer={live} what="line" />
        <Button
          variant="ghost"
          disabled={rows.length === 0}
          onClick={() => saveFile(fileName('server-log', null, 'log'), 'text/plain', linesAsText(rows))}
        >
          Export lines
        </Button>
      </Toolbar>
      <ListWithDetails
        name="logs"
        list={list()}
        details={
          selected && (
            <Details
              title={`${levelTexts[selected.level].label}, ${timeOfDay(selected.at)}`}
              copy={selected}
              facts={[
                { name: 'Message', value: selected.message, block: true },
                { name: 'Data', value: selected.data, block: true },
                { name: 'Logger', value: selected.logger },
                { name: 'Resource', value: selected.resource },
                { name: 'Component', value: selected.component },
                { name: 'Thread', value: selected.thread },
              ]}
            />
          )
        }
      />
    </div>
  );
}
