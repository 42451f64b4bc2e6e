/** The indexes of a database: states, lag, errors, terms, and what can be done with them. */
import { useQueryClient } from '@tanstack/react-query';
import { ListTree } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  isScreenRegistered,
  type ScreenProps,
  useDatabase,
  useSession,
} from '../../../app/registry/index.ts';
import { capabilitiesOf } from '../../../contract/index.ts';
import { getStaticDefinitions } from '../../../protocol/index-definitions.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  Button,
  EmptyState,
  ErrorView,
  fileName,
  saveFile,
  SkeletonRows,
  SplitPane,
} from '../../../ui/index.ts';
import styles from '../indexes.module.css';
import { BATCHES } from '../performance/screens.ts';
import { clearPanelRequest, panelRequests, type IndexPanel, type PanelRequest } from '../panel-request.ts';
import { definitionsText, planImport } from './definition-file.ts';
import { ConfirmActionDialog } from './confirm-action-dialog.tsx';
import { remove } from './index-actions.ts';
import { IndexGrid } from './index-grid.tsx';
import { lagOf, type Lag } from './index-lag.ts';
import { actionItems } from './index-menu.tsx';
import { FailureNotice, MismatchNotice, NodeFailureNotice, PausedNotice } from './index-notices.tsx';
import { indexRows, matchingIndexes, type GroupRow } from './index-rows.ts';
import { filterCounts } from './index-state.ts';
import { FilterBar, IndexesToolbar, type ListFormat } from './indexes-toolbar.tsx';
import { listRows, rowsAsCsv, rowsAsJson, rowsAsMarkdown } from './list-export.ts';
import { LowerPanels } from './lower-panels.tsx';
import { indexQuery } from './term-query.ts';
import { useIndexActions } from './use-index-actions.ts';
import { useIndexes } from './use-indexes.ts';
import { useIndexSelection } from './use-index-selection.ts';
import { readViewState, type ViewState } from './view-state.ts';

const EDITOR = 'index-editor';
const LARGEST_FILE = 50_000_000;
const none: readonly IndexStats[] = [];

export default function IndexesScreen(props: ScreenProps): ReactNode {
  const { tabId, connectionId } = props;
  const session = useSession();
  const database = useDatabase(props);
  const { writeRefusal } = database;
  const indexes = useIndexes(database);
  const all = indexes.stats ?? none;
  const [view, setView] = useState(() => readViewState(session.readTabState(tabId)));
  /** The index whose errors are shown; null for all. */
  const [errorsOf, setErrorsOf] = useState<string | null>(null);
  const [onlyMismatched, setOnlyMismatched] = useState(false);
  const request = useStore(panelRequests, ({ pending }) => pending);

  // A command shows its panel until the user chooses another one.
  const requestedPanel = (pending: PanelRequest | null): IndexPanel | null =>
    pending?.connectionId === connectionId && pending.database === props.database ? pending.panel : null;
  const requested = requestedPanel(request);
  useEffect(() => session.writeTabState(tabId, view), [session, tabId, view]);

  /** One event can change twice, as a click on a cell that also selects its row: each starts from the newest state. */
  const change = (part: Partial<ViewState>): void => {
    const panel = requestedPanel(panelRequests.getState().pending);
    if (panel !== null) {
      clearPanelRequest();
      setErrorsOf(null);
    }
    setView((before) => ({ ...before, ...(panel === null ? {} : { panel }), ...part }));
  };
  const { progress, sizes } = indexes;
  const mismatches = indexes.nodes?.mismatches ?? [];
  const lag = useMemo(
    () =>
      (index: IndexStats): Lag | null =>
        lagOf(index, progress.byName.get(index.name), progress.history),
    [progress],
  );
  const limit = onlyMismatched ? new Set(mismatches.map(({ index }) => index)) : null;
  const rows = indexRows(all, {
    search: view.search,
    filter: view.filter,
    names: limit,
    sort: view.sort,
    folded: new Set(view.folded),
    sortValue: (index, column) => {
      if (column === 'lag') return lag(index)?.items ?? (index.isStale ? 0 : null);
      if (column !== 'size') return undefined;
      const size = sizes?.get(index.name);
      return size ? size.data + size.journals : null;
    },
  });
  const selection = useIndexSelection(all, rows);
  const actions = useIndexActions(database, all, selection.clear);
  // Until one is chosen, the panels show the only one that is listed.
  const shown = rows.flatMap((row) => (row.kind === 'index' ? [row.index] : []));
  const only = view.current === null && shown.length === 1 ? (shown[0] ?? null) : null;
  const current = all.find(({ name }) => name === view.current) ?? only;

  const hasEditor = isScreenRegistered(EDITOR);
  const newIndex = hasEditor ? () => session.openScreen(EDITOR) : null;
  const edit = hasEditor
    ? (name: string, split = false) => session.openScreen(EDITOR, { params: { index: name }, split })
    : null;
  const merge = hasEditor
    ? (names: readonly string[]) => session.openScreen(EDITOR, { params: { merge: JSON.stringify(names) } })
    : null;
  const query = (name: string, split = false) =>
    session.openScreen('query', { params: { query: indexQuery(name) }, split });
  // Each request has a value of its own, so that it opens a tab of its own.
  const reproduce = capabilitiesOf(connectionId).builtIn
    ? null
    : (name: string) =>
        session.openScreen('query', {
          params: { query: indexQuery(name), reproduce: crypto.randomUUID() },
        });
  const batches = (name: string | null) =>
    session.openScreen(BATCHES, name === null ? {} : { params: { index: name } });
  const clearFilters = () => {
    setOnlyMismatched(false);
    change({ search: '', filter: null });
  };
  const fold = ({ key, folded }: GroupRow) =>
    change({ folded: folded ? view.folded.filter((each) => each !== key) : [...view.folded, key] });
  const exportDefinitions = async (): Promise<void> => {
    try {
      const chosen = new Set(selection.indexes.map(({ name }) => name));
      const definitions = (await getStaticDefinitions(database.client)).filter(
        ({ Name }) => chosen.size === 0 || chosen.has(String(Name)),
      );
      if (definitions.length === 0)
        throw new Error('Automatic indexes have no definition that can be imported. Convert them first.');
      const text = definitionsText(definitions);
      saveFile(fileName('index-definitions', database.client.name, 'json'), 'application/json', text);
    } catch (thrown) {
      session.reportError(thrown, 'Exporting definitions');
    }
  };
  const importDefinitions = async (chosen: File): Promise<void> => {
    try {
      if (chosen.size > LARGEST_FILE)
        throw new Error('The file is larger than 50 MB, so it is not a list of index definitions.');
      const plan = planImport(await chosen.text(), await getStaticDefinitions(database.client));
      if (plan.names.length > 0) actions.propose(plan);
      else
        session.notify({
          kind: 'info',
          message: `Nothing to import from ${chosen.name}. ${plan.refused[0]?.name ?? ''}: ${plan.refused[0]?.reason ?? ''}`,
        });
    } catch (thrown) {
      session.reportError(thrown, `Importing ${chosen.name}`);
    }
  };
  const exportList = (format: ListFormat) => {
    if (format === 'definitions') {
      void exportDefinitions();
      return;
    }
    const shown = matchingIndexes(all, { search: view.search, filter: view.filter, names: limit });
    const table = listRows(shown, { lag, sizes: sizes ?? new Map() });
    const { name } = database.client;
    if (format === 'csv') saveFile(fileName('indexes', name, 'csv'), 'text/csv', rowsAsCsv(table));
    else if (format === 'json')
      saveFile(fileName('indexes', name, 'json'), 'application/json', rowsAsJson(table));
    else
      navigator.clipboard
        .writeText(rowsAsMarkdown(table))
        .catch((thrown: unknown) => session.reportError(thrown, 'Copying the list'));
  };

  const paused = indexes.status === 'Paused';
  useIndexCommands({
    isRefused: writeRefusal !== undefined,
    paused,
    onNew: newIndex,
    onPauseAll: actions.pauseAll,
    onResumeAll: actions.resumeAll,
  });

  const body = () => {
    if (indexes.stats === undefined)
      return indexes.error === null ? (
        <SkeletonRows rows={10} label="Loading indexes" />
      ) : (
        <ErrorView error={indexes.error} doing="Loading indexes" onRetry={indexes.refresh} />
      );
    if (all.length === 0)
      return (
        <NoIndexes onNew={newIndex} onQuery={() => session.openScreen('query')} writeRefusal={writeRefusal} />
      );
    return (
      <SplitPane
        direction="column"
        initial={0.66}
        min={140}
        storageKey="indexes-panels"
        label="Resize the list and the panels"
        first={
          <IndexGrid
            {...{ indexes, all, rows, lag, selection, actions, writeRefusal }}
            sort={view.sort}
            onSort={(sort) => change({ sort })}
            current={view.current ?? only?.name ?? null}
            onCurrent={(name) => change({ current: name })}
            onFold={fold}
            onPanel={(panel, name) => {
              change({ panel, current: name });
              if (panel === 'errors') setErrorsOf(name);
            }}
            onQuery={query}
            onReproduce={reproduce}
            onEdit={edit}
            onBatches={batches}
            onClearFilters={clearFilters}
          />
        }
        second={
          <LowerPanels
            {...{ database, indexes: all, current }}
            errorsOf={requested === null ? errorsOf : null}
            lag={current === null ? null : lag(current)}
            growth={indexes.growth}
            panel={requested ?? view.panel}
            onPanel={(panel) => change({ panel })}
            onErrorsOf={(name) => {
              change({});
              setErrorsOf(name);
            }}
            onQuery={query}
            onBatches={batches}
            onEdit={edit}
            onMerge={merge}
            onShow={(name) => {
              setOnlyMismatched(false);
              change({ search: '', filter: null, folded: [], current: name });
            }}
            onDelete={(chosen) => actions.start(remove, chosen)}
          />
        }
      />
    );
  };

  return (
    <section className={styles.screen} aria-label="Indexes of the database">
      {mismatches.length > 0 && (
        <MismatchNotice mismatches={mismatches} onShow={() => setOnlyMismatched(true)} />
      )}
      <IndexesToolbar
        count={indexes.stats?.length}
        feed={indexes.feed}
        search={view.search}
        onSearch={(search) => change({ search })}
        selected={selection.indexes.length}
        onClearSelection={selection.clear}
        actions={actionItems(selection.indexes, all, writeRefusal, actions.start)}
        onDelete={() => actions.start(remove, selection.indexes)}
        refreshing={indexes.refreshing}
        onRefresh={indexes.refresh}
        paused={paused}
        onPauseAll={actions.pauseAll}
        onResumeAll={actions.resumeAll}
        onBatches={() => batches(null)}
        onExport={exportList}
        onImport={(chosen) => void importDefinitions(chosen)}
        onNew={newIndex}
        writeRefusal={writeRefusal}
      />
      {all.length > 0 && (
        <FilterBar
          counts={filterCounts(all)}
          filter={view.filter}
          onFilter={(filter) => change({ filter })}
          limitedTo={onlyMismatched ? 'Differ between nodes' : null}
          onShowAll={() => setOnlyMismatched(false)}
        />
      )}
      {indexes.status !== 'Running' && indexes.status !== 'Pending' && (
        <PausedNotice status={indexes.status} writeRefusal={writeRefusal} onResume={actions.resumeAll} />
      )}
      {indexes.nodes && <NodeFailureNotice nodes={indexes.nodes.nodes} />}
      {actions.report && <FailureNotice report={actions.report} onDismiss={actions.dismissReport} />}
      {indexes.error !== null && indexes.stats !== undefined && (
        <ErrorView error={indexes.error} doing="Refreshing indexes" onRetry={indexes.refresh} compact />
      )}
      <div className={styles.body}>{body()}</div>
      <p className={styles.srOnly} role="status">
        {selection.indexes.length > 0 ? `${selection.indexes.length} selected` : ''}
      </p>
      {actions.pending && (
        <ConfirmActionDialog plan={actions.pending} onConfirm={actions.confirm} onClose={actions.cancel} />
      )}
    </section>
  );
}

function NoIndexes(props: {
  readonly onNew: (() => void) | null;
  readonly onQuery: () => void;
  readonly writeRefusal: string | undefined;
}): ReactNode {
  return (
    <EmptyState
      icon={ListTree}
      title="No indexes yet"
      text="A query with a condition creates an auto index, which the server maintains and removes when no query uses it. Define an index yourself for full-text search, computed fields or map-reduce."
      action={
        <>
          {props.onNew !== null && (
            <Button variant="primary" disabledReason={props.writeRefusal} onClick={props.onNew}>
              New index
            </Button>
          )}
          <Button onClick={props.onQuery}>Write an RQL query</Button>
        </>
      }
    />
  );
}

interface CommandChoices {
  readonly isRefused: boolean;
  readonly paused: boolean;
  readonly onNew: (() => void) | null;
  readonly onPauseAll: () => void;
  readonly onResumeAll: () => void;
}

function useIndexCommands(choices: CommandChoices): void {
  const session = useSession();
  const { isRefused, paused } = choices;
  const queries = useQueryClient();
  const add = useEffectEvent(() => {
    const { onNew } = choices;
    const group = 'Indexes';
    return session.addCommands([
      {
        id: 'indexes.refresh',
        title: 'Refresh indexes',
        group,
        run: () =>
          queries.invalidateQueries({ queryKey: [session.connectionId, session.database, 'indexes'] }),
      },
      ...(isRefused
        ? []
        : [
            ...(onNew
              ? [{ id: 'indexes.new', title: 'New index', group, keywords: 'create add', run: onNew }]
              : []),
            paused
              ? {
                  id: 'indexes.resume-all',
                  title: 'Resume all indexing',
                  group,
                  run: () => choices.onResumeAll(),
                }
              : {
                  id: 'indexes.pause-all',
                  title: 'Pause all indexing',
                  group,
                  run: () => choices.onPauseAll(),
                },
          ]),
    ]);
  });
  // Registered again when the access of the connection or the state changes.
  useEffect(() => add(), [isRefused, paused]);
}
