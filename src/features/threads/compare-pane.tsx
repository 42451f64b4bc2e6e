/** Compares two captures or profiles: grown, shrunk, new, gone. */
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import { changeRoots, compareStacks, Icicle, searchFrames } from '../../charts/flame/index.ts';
import {
  DataGrid,
  EmptyState,
  formatDateTime,
  pluralize,
  IconButton,
  Select,
  SplitPane,
  Switch,
  TextField,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import { noCaptures, useCaptures, type StoredCapture } from './captures.ts';
import { changeColumns, changeMark, changeText, type ChangeRow } from './compare-columns.tsx';
import { frameLook, frameRules } from './frame-rules.ts';
import { OpenFileButton } from './open-file-button.tsx';
import styles from './threads.module.css';
import type { ThreadsState } from './threads-state.ts';

interface ComparePaneProps {
  readonly tabId: string;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
}

export function ComparePane({ tabId, state, onChange }: ComparePaneProps) {
  const { kept } = useCaptures((captures) => captures.byTab.get(tabId) ?? noCaptures);
  const [chosen, setChosen] = useState<{ before: number | null; after: number | null }>({
    before: null,
    after: null,
  });
  const byId = (id: number | null) => kept.find((each) => each.id === id);
  const after = byId(chosen.after) ?? kept.at(-1);
  const before = byId(chosen.before) ?? kept.filter((each) => each !== after).at(-1);
  const options = kept.map((each) => ({
    value: String(each.id),
    label: each.name,
    hint: `${pluralize(
      each.capture.groups.reduce((sum, group) => sum + group.count, 0),
      each.unit,
    )}, ${formatDateTime(each.at).slice(11)}`,
  }));
  const side = (label: string, value: StoredCapture | undefined, put: (id: number) => void) => (
    <div className={styles.side}>
      <Select
        label={label}
        hideLabel
        value={String(value?.id ?? '')}
        placeholder={label}
        options={options}
        onChange={(id) => put(Number(id))}
      />
    </div>
  );

  return (
    <div className={styles.column}>
      <Toolbar label="Compare">
        {side('Before', before, (id) => setChosen({ before: id, after: after?.id ?? null }))}
        <IconButton
          label="Swap before and after"
          icon={<ArrowLeftRight />}
          disabled={!before || !after}
          onClick={() => setChosen({ before: after?.id ?? null, after: before?.id ?? null })}
        />
        {side('After', after, (id) => setChosen({ before: before?.id ?? null, after: id }))}
        <OpenFileButton
          tabId={tabId}
          onOpened={(opened) => setChosen({ before: before?.id ?? after?.id ?? null, after: opened.id })}
        />
        <div className={styles.filter}>
          <TextField
            label="Search frames"
            hideLabel
            placeholder="Search frames…"
            value={state.search}
            onChange={(search) => onChange({ search })}
          />
        </div>
        <Switch label="Own code only" checked={state.ownOnly} onChange={(ownOnly) => onChange({ ownOnly })} />
        <Switch label="Fold waits" checked={state.foldIdle} onChange={(foldIdle) => onChange({ foldIdle })} />
        <ToolbarSpace />
      </Toolbar>
      {before && after && before !== after ? (
        <Difference before={before} after={after} state={state} />
      ) : (
        <EmptyState
          icon={<GitCompareArrows />}
          title="Two captures needed"
          text="Capture or profile twice in this tab, or open files. Shares are compared, so the thread counts can differ."
        />
      )}
    </div>
  );
}

interface DifferenceProps {
  readonly before: StoredCapture;
  readonly after: StoredCapture;
  readonly state: ThreadsState;
}

function Difference({ before, after, state }: DifferenceProps) {
  const { own, hide, ownOnly, foldIdle, search } = state;
  const rules = useMemo(() => frameRules({ own, hide, ownOnly, foldIdle }), [own, hide, ownOnly, foldIdle]);
  const comparison = useMemo(
    () => compareStacks(rules.shape(before.capture.groups), rules.shape(after.capture.groups)),
    [before, after, rules],
  );
  const { tree, changes } = comparison;
  const [picked, setPicked] = useState<{ tree: typeof tree; id: number } | null>(null);
  const selectedId = picked?.tree === tree ? picked.id : null;
  const found = useMemo(() => searchFrames(tree, search), [tree, search]);
  const rows = useMemo(
    () =>
      changeRoots(comparison)
        .filter((node) => found.size === 0 || found.has(node.id))
        .flatMap((node): ChangeRow[] => {
          const change = changes[node.id];
          return change ? [{ node, change }] : [];
        })
        .sort((a, b) => size(b) - size(a)),
    [comparison, changes, found],
  );
  const look = useMemo(
    () => ({
      ...frameLook(rules, after.unit),
      rootName: 'All',
      nodeText: (node: ChangeRow['node']) => changeText(changes[node.id]),
      nodeMark: (node: ChangeRow['node']) => changeMark(changes[node.id]),
      tone: (node: ChangeRow['node']) => {
        const kind = changes[node.id]?.kind ?? 'same';
        return kind === 'same' ? null : kind;
      },
    }),
    [rules, after.unit, changes],
  );
  const columns = useMemo(() => changeColumns(rules.isOwn), [rules]);
  const at = rows.findIndex((row) => row.node.id === selectedId);

  return (
    <>
      <div className={styles.factsBar} role="status">
        <span>
          <b>{pluralize(comparison.beforeTotal, before.unit)}</b> before,{' '}
          <b>{pluralize(comparison.afterTotal, after.unit)}</b> after
        </span>
        <span>{rows.length === 0 ? 'No changes' : pluralize(rows.length, 'change')}</span>
        <span className={styles.legend}>
          <span data-tone="new">new</span>
          <span data-tone="grown">grown</span>
          <span data-tone="shrunk">shrunk</span>
          <span data-tone="gone">gone</span>
        </span>
      </div>
      <div className={styles.fill}>
        <SplitPane
          direction="column"
          label="Resize icicle and changes"
          initial={0.6}
          first={
            <Icicle
              tree={tree}
              look={look}
              label="Both captures as an icicle"
              found={found}
              selectedId={selectedId}
              onSelect={(id) => setPicked({ tree, id })}
            />
          }
          second={
            <DataGrid
              label="Changes, largest first"
              columns={columns}
              rowCount={rows.length}
              row={(index) => rows[index]}
              selected={at < 0 ? null : at}
              onSelect={(index) => {
                const row = rows[index];
                if (row) setPicked({ tree, id: row.node.id });
              }}
              empty={
                <p className={styles.empty}>Both captures have the same stacks in the same proportions.</p>
              }
            />
          }
        />
      </div>
    </>
  );
}

function size({ change }: ChangeRow): number {
  return Math.abs(change.afterShare - change.beforeShare);
}
