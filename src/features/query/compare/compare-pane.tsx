/** Compares the query with itself, with another index or with another connection: repeated runs, plans and results. */
import { useQuery } from '@tanstack/react-query';
import { CopyPlus, GitCompareArrows, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useConnections, useSession } from '../../../app/registry/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { getIndexNames } from '../../../protocol/index-names.ts';
import type { JsonObject } from '../../../protocol/queries.ts';
import { isAutoIndex } from '../../../protocol/index-creation.ts';
import { engineOf, getSearchEngines } from '../../../protocol/search-engines.ts';
import {
  Button,
  Checkbox,
  EmptyState,
  ErrorView,
  FieldScope,
  NumberField,
  Select,
  TextField,
  Toolbar,
  ToolbarSpace,
  useInvalidFields,
} from '../../../ui/index.ts';
import { isCollectionRead } from '../plan/missing-plan.ts';
import { idleComparison, useComparisons, type SideInput } from './comparisons.ts';
import styles from './compare.module.css';
import { ComparisonView } from './comparison-view.tsx';
import { withIndex } from './with-index.ts';

interface ComparePaneProps {
  readonly tabId: string;
  readonly database: string;
  /** Of the last completed run. */
  readonly query: string;
  readonly parameters: JsonObject;
  /** That answered the run. */
  readonly indexName: string;
}

type Other = 'again' | 'index' | 'connection';

export function ComparePane({ tabId, database, query, parameters, indexName }: ComparePaneProps) {
  const session = useSession();
  const state = useComparisons(({ states }) => states.get(tabId) ?? idleComparison);
  const connections = useConnections();
  const [other, setOther] = useState<Other>('again');
  const fields = useInvalidFields();
  const [repeats, setRepeats] = useState<number | null>(10);
  const [cold, setCold] = useState(true);
  const [index, setIndex] = useState<string | null>(null);
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [otherDatabase, setOtherDatabase] = useState(database);
  const { connectionId: own, port } = session;
  const indexes = useQuery({
    queryKey: [own, database, 'index-names'],
    queryFn: ({ signal }) => getIndexNames(new ServerClient(port, own).database(database), { signal }),
    enabled: other === 'index',
  });

  const engines = useQuery({
    queryKey: [own, database, 'search-engines'],
    queryFn: ({ signal }) => getSearchEngines(new ServerClient(port, own).database(database), { signal }),
    enabled: other === 'index',
  });

  const others = connections.filter((each) => each.id !== own);
  const chosenIndex = index ?? indexes.data?.[0] ?? null;
  const chosenConnection = others.find(({ id }) => id === connectionId) ?? others[0];
  const rewritten = chosenIndex === null ? null : withIndex(query, chosenIndex);
  const here: SideInput = {
    label: other === 'again' ? 'First series' : other === 'index' ? 'As written' : nameOf(own),
    db: new ServerClient(port, own).database(database),
    query,
    parameters,
  };
  const problem = problemOf();
  /** A server has two engines: the one that did not answer. */
  const otherEngine =
    engines.data?.answersBoth !== false || isCollectionRead(indexName)
      ? null
      : engineOf(engines.data, indexName) === 'Lucene'
        ? 'Corax'
        : 'Lucene';

  function nameOf(id: string): string {
    return connections.find((each) => each.id === id)?.name ?? 'This connection';
  }
  /** The sandbox has one engine, whatever a definition names. */
  function hintOf(name: string): { readonly hint?: string } {
    const engine =
      engines.data?.answersBoth === false ? engines.data.byIndex.get(name.toLowerCase()) : undefined;
    return engine === undefined ? {} : { hint: engine };
  }
  function problemOf(): string | undefined {
    if (repeats === null) return 'Enter how often each side runs.';
    if (fields.invalidReason !== undefined) return fields.invalidReason;
    if (other === 'index' && indexes.isPending) return 'The indexes are being loaded.';
    if (other === 'index' && chosenIndex === null) return 'This database has no index to compare with.';
    if (other === 'index' && rewritten === null)
      return 'The source of this query cannot be replaced by an index.';
    if (other === 'connection' && !chosenConnection)
      return 'There is no other connection. Add one under Connections.';
    if (other === 'connection' && otherDatabase.trim() === '')
      return 'Enter the database of the other connection.';
    return undefined;
  }
  function otherSide(): SideInput {
    if (other === 'index') return { ...here, label: chosenIndex ?? '', query: rewritten ?? query };
    if (other === 'connection' && chosenConnection)
      return {
        ...here,
        label: chosenConnection.name,
        db: new ServerClient(port, chosenConnection.id).database(otherDatabase.trim()),
      };
    return { ...here, label: 'Second series' };
  }

  const running = state.kind === 'running';
  return (
    <div className={styles.column}>
      <Toolbar label="Compare">
        <div className={styles.fields}>
          <Select
            label="Compare with"
            value={other}
            onChange={setOther}
            disabled={running}
            options={[
              { value: 'again', label: 'The same query again' },
              { value: 'index', label: 'Another index' },
              { value: 'connection', label: 'Another connection' },
            ]}
          />
          {other === 'index' && (
            <Select
              label="Index"
              value={chosenIndex ?? ''}
              onChange={setIndex}
              disabled={running || chosenIndex === null}
              options={(indexes.data ?? []).map((name) => ({
                value: name,
                label: name,
                ...hintOf(name),
              }))}
              placeholder={indexes.isPending ? 'Loading…' : 'No index'}
            />
          )}
          {other === 'index' && otherEngine !== null && (
            <Button
              icon={<CopyPlus />}
              disabled={running}
              onClick={() =>
                session.openScreen('index-editor', {
                  params: {
                    [isAutoIndex(indexName) ? 'convert' : 'cloneOf']: indexName,
                    engine: otherEngine,
                  },
                  database,
                })
              }
            >
              Copy index to {otherEngine}…
            </Button>
          )}
          {other === 'connection' && (
            <>
              <Select
                label="Connection"
                value={chosenConnection?.id ?? ''}
                onChange={setConnectionId}
                disabled={running || !chosenConnection}
                options={others.map(({ id, name }) => ({ value: id, label: name }))}
                placeholder="No other connection"
              />
              <TextField
                label="Database"
                value={otherDatabase}
                onChange={setOtherDatabase}
                disabled={running}
              />
            </>
          )}
          <FieldScope report={fields.report}>
            <NumberField
              label="Runs of each"
              value={repeats}
              onChange={setRepeats}
              min={1}
              max={200}
              disabled={running}
            />
          </FieldScope>
          <Checkbox
            label="Cold runs too"
            hint="A new text each: parsed and planned again"
            checked={cold}
            onChange={setCold}
            disabled={running}
          />
        </div>
        <ToolbarSpace />
        {running ? (
          <>
            <progress aria-label="Runs" max={state.total} value={state.done} />
            <Button icon={<Square />} onClick={() => useComparisons.getState().stop(tabId)}>
              Stop
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            icon={<Play />}
            disabledReason={problem}
            onClick={() =>
              void useComparisons.getState().start(tabId, [here, otherSide()], { count: repeats ?? 1, cold })
            }
          >
            Compare
          </Button>
        )}
      </Toolbar>
      <div className={styles.fill}>
        {state.kind === 'finished' && <ComparisonView comparison={state.comparison} />}
        {state.kind === 'failed' && (
          <ErrorView error={state.error} doing={`Running the query: ${state.side}`} />
        )}
        {state.kind === 'running' && (
          <EmptyState
            icon={<GitCompareArrows />}
            title={`Run ${Math.min(state.done + 1, state.total)} of ${state.total}`}
            text="Both sides run in turn. No index is created for a comparison."
          />
        )}
        {state.kind === 'idle' && (
          <EmptyState
            icon={<GitCompareArrows />}
            title="Compare runs"
            text="Runs the last query several times on both sides and compares times, plans and results. The first run is shown on its own, and cold runs, each with a new text, apart from warm ones."
          />
        )}
      </div>
    </div>
  );
}
