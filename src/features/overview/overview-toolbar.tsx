/** State of the feeds, what they cost, the node, and the exports. */
import { CircleDot, Download, PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { FeedBadge, isScreenRegistered, requestOfScreen, useSession } from '../../app/registry/index.ts';
import { isPackageId } from '../../protocol/debug-package/open-packages.ts';
import type { MetricName } from '../../protocol/server-metrics.ts';
import {
  Button,
  CopyButton,
  fileName,
  formatDateTime,
  Menu,
  pluralize,
  saveFile,
  Select,
  Switch,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import type { ComparedSpans } from './changes/compared-spans.ts';
import type { Comparison } from './changes/rank-changes.ts';
import { figuresAsCsv, figuresAsJson, type FigureSource } from './export/figures-file.ts';
import { feedStatus, lastUpdate } from './feed-state.ts';
import styles from './overview.module.css';
import type { OverviewRecorder } from './recorder.ts';
import { formatDistance } from './tiles/format-value.ts';

export function OverviewToolbar(props: {
  readonly recorder: OverviewRecorder;
  readonly now: number;
  readonly hovered: number | null;
  readonly choices: readonly string[];
  readonly node: string | null;
  readonly onNode: (tag: string) => void;
  readonly canWatchRequests: boolean;
  readonly watchRequests: boolean;
  readonly onWatchRequests: (watch: boolean) => void;
  readonly source: FigureSource;
  readonly compared: { readonly spans: ComparedSpans; readonly result: Comparison<MetricName> } | null;
}): ReactNode {
  const { recorder, now, hovered, choices, node, onNode, source, compared } = props;
  const session = useSession();
  const canRecord = isScreenRegistered('recording') && !isPackageId(session.connectionId);
  const status = feedStatus(recorder, now);
  const csv = () => figuresAsCsv(recorder.history, now);
  const json = () => figuresAsJson(source, recorder.history, compared, now);
  return (
    <Toolbar label="Overview">
      <FeedBadge status={status} />
      {choices.length > 1 && node !== null && (
        <div className={styles.node}>
          <Select
            label="Node"
            hideLabel
            value={node}
            onChange={onNode}
            options={choices.map((tag) => ({ value: tag, label: `Node ${tag}` }))}
          />
        </div>
      )}
      {props.canWatchRequests && (
        <span title="Percentiles need every request. The server reports each one while this is on.">
          <Switch label="Watch requests" checked={props.watchRequests} onChange={props.onWatchRequests} />
        </span>
      )}
      <span className={styles.cost} title="Polled requests of the last minute, and open WebSockets.">
        ≈ {recorder.requests.perMinute(now)} requests/min, {pluralize(recorder.liveFeeds, 'live feed')}
      </span>
      <span className={styles.state}>{momentText(status.kind, hovered, lastUpdate(recorder), now)}</span>
      <ToolbarSpace />
      {canRecord && (
        <Button
          variant="ghost"
          icon={CircleDot}
          onClick={() => {
            const { connectionId, database } = session;
            requestOfScreen({ screen: 'recording', action: 'record', connectionId, database });
            session.openScreen('recording');
          }}
        >
          Record…
        </Button>
      )}
      <Button variant="ghost" icon={PackageOpen} onClick={() => session.openScreen('debug-package')}>
        Debug package
      </Button>
      <CopyButton label="Copy as CSV" text={csv} />
      <Menu
        align="end"
        trigger={<Button icon={Download}>Export</Button>}
        items={[
          {
            id: 'csv',
            label: 'Metrics as CSV',
            onSelect: () => saveFile(fileName('overview', source.connection, 'csv'), 'text/csv', csv()),
          },
          {
            id: 'json',
            label: 'Metrics with samples as JSON',
            onSelect: () =>
              saveFile(fileName('overview', source.connection, 'json'), 'application/json', json()),
          },
        ]}
      />
    </Toolbar>
  );
}

function momentText(status: string, hovered: number | null, last: number | null, now: number): string {
  if (hovered !== null) return `Values at ${formatDateTime(hovered).slice(11)}`;
  return status === 'live' || last === null ? '' : `Last update ${formatDistance(now - last)} ago`;
}
