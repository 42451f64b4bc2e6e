/** The toolbar of the query screen: run, format, saved queries, history, examples, options. */
import { AlignLeft, ChevronDown, Play, SlidersHorizontal, Timer } from 'lucide-react';
import type { ConnectionMode } from '../../contract/index.ts';
import { Button, IconButton, Menu, Toolbar, ToolbarSpace, Tooltip } from '../../ui/index.ts';
import { type Example, examples } from './editor/examples.ts';
import { HistoryMenu } from './runs/history-menu.tsx';
import type { PastRun, QueryState } from './runs/query-state.ts';
import type { QueryActions } from './runs/use-query-actions.ts';
import { QueryFiles } from './saved/query-files.tsx';

interface QueryToolbarProps {
  readonly connectionId: string;
  readonly database: string;
  readonly mode: ConnectionMode;
  readonly running: boolean;
  readonly state: QueryState;
  readonly history: readonly PastRun[];
  readonly actions: QueryActions;
  readonly onChange: (part: Partial<QueryState>) => void;
  readonly onFormat: () => void;
  readonly onLoad: (example: Pick<Example, 'query' | 'parameters'>) => void;
  /** A saved query was opened. */
  readonly onOpened: () => void;
}

export function QueryToolbar(props: QueryToolbarProps) {
  const { connectionId, database, mode, running, state, history, actions, onChange, onLoad } = props;
  const refusesIndexes = mode !== 'full';
  return (
    <Toolbar label="Query">
      <Tooltip content="Ctrl/Cmd+Enter">
        <Button variant="primary" icon={<Play />} busy={running} onClick={actions.run}>
          Run
        </Button>
      </Tooltip>
      <Tooltip content="Runs the query and requests timings and plan (Shift+Ctrl/Cmd+Enter)">
        <Button variant="secondary" icon={<Timer />} disabled={running} onClick={actions.runWithTimings}>
          Run with timings
        </Button>
      </Tooltip>
      <IconButton
        label="Format query"
        icon={<AlignLeft />}
        shortcut="Shift+Alt+F"
        disabled={state.text.trim() === ''}
        onClick={props.onFormat}
      />
      <ToolbarSpace />
      <QueryFiles
        connectionId={connectionId}
        database={database}
        state={state}
        history={history}
        onChange={onChange}
        onOpened={props.onOpened}
      />
      <HistoryMenu history={history} onPick={onLoad} />
      <Menu
        trigger={
          <Button variant="ghost" icon={<ChevronDown />}>
            Examples
          </Button>
        }
        items={examples.map((example) => ({
          id: example.title,
          label: example.title,
          onSelect: () => onLoad(example),
        }))}
      />
      <Menu
        align="end"
        trigger={<IconButton label="Query options" icon={<SlidersHorizontal />} />}
        items={[
          {
            id: 'wait',
            label: `${state.waitForFresh ? '✓ ' : ''}Wait for non-stale results`,
            hint: 'may take a long time',
            onSelect: () => onChange({ waitForFresh: !state.waitForFresh }),
          },
          {
            id: 'no-index',
            label: `${state.noNewIndex || refusesIndexes ? '✓ ' : ''}Don't create an auto-index`,
            hint: refusesIndexes ? `always on for a ${mode} connection` : 'fail if none matches',
            disabled: refusesIndexes,
            onSelect: () => onChange({ noNewIndex: !state.noNewIndex }),
          },
        ]}
      />
    </Toolbar>
  );
}
