import { Download, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button,
  CopyButton,
  fileName,
  Menu,
  saveFile,
  Select,
  Switch,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import styles from './compare.module.css';
import { comparisonAsCsv, comparisonAsJson, findingsAsText, type Comparison } from './export/compare-file.ts';
import type { OtherSide } from './use-other-side.ts';

export function CompareToolbar(props: {
  readonly own: string;
  readonly other: OtherSide;
  readonly database: string | null;
  readonly onConnection: (id: string) => void;
  readonly onDatabase: (name: string) => void;
  readonly watching: boolean;
  readonly onWatching: (watching: boolean) => void;
  readonly requestsPerMinute: number;
  readonly isReading: boolean;
  readonly onRefresh: () => void;
  /** Null until both sides are read. */
  readonly comparison: Comparison | null;
}): ReactNode {
  const { own, other, database, comparison } = props;
  return (
    <Toolbar label="Compare">
      <span className={styles.own} title={own}>
        Left: <b>{own}</b>
      </span>
      <span>Right:</span>
      <div className={styles.choice}>
        <Select
          label="Right server"
          hideLabel
          value={other.connection}
          onChange={props.onConnection}
          options={other.connections}
        />
      </div>
      <div className={styles.choice}>
        <Select
          label="Right database"
          hideLabel
          value={database ?? ''}
          placeholder="Select database"
          disabled={other.databases.length === 0}
          onChange={props.onDatabase}
          options={other.databases}
        />
      </div>
      <Switch
        label="Watch"
        checked={props.watching}
        disabled={other.client === null}
        onChange={props.onWatching}
      />
      <span
        className={styles.cost}
        title="Requests that this screen sends to both servers while it is visible"
      >
        ≈ {props.requestsPerMinute} requests/min
      </span>
      <ToolbarSpace />
      <Button icon={RefreshCw} onClick={props.onRefresh} disabled={other.client === null || props.isReading}>
        Refresh
      </Button>
      {comparison !== null && (
        <>
          <CopyButton label="Copy findings" text={() => findingsAsText(comparison)} />
          <Menu
            align="end"
            trigger={<Button icon={Download}>Export</Button>}
            items={[
              {
                id: 'csv',
                label: 'Comparison as CSV',
                onSelect: () =>
                  saveFile(fileName('comparison', null, 'csv'), 'text/csv', comparisonAsCsv(comparison)),
              },
              {
                id: 'json',
                label: 'Comparison with findings as JSON',
                onSelect: () =>
                  saveFile(
                    fileName('comparison', null, 'json'),
                    'application/json',
                    comparisonAsJson(comparison),
                  ),
              },
            ]}
          />
        </>
      )}
    </Toolbar>
  );
}
