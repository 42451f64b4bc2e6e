/** The plan: diagram, table, operator details and exports. */
import {
  ChevronsDownUp,
  ChevronsUpDown,
  Copy,
  Download,
  FileCode2,
  Image,
  Maximize2,
  Network,
  Table2,
  Text,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import {
  findBox,
  PlanTable,
  planToSvg,
  planToText,
  PlanTree,
  type PlanTreeHandle,
} from '../../../charts/plan/index.ts';
import type { PlanNode, QueryAnswer } from '../../../protocol/queries.ts';
import {
  Button,
  CopyButton,
  EmptyState,
  fileName,
  IconButton,
  Menu,
  pluralize,
  saveFile,
  Select,
  TextField,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
} from '../../../ui/index.ts';
import { explainMissingPlan } from './missing-plan.ts';
import { PlanDetails } from './plan-details.tsx';
import { boxesOf, collapse, fadeOthers, isBelow, searchPlan, withLens, type Lens } from './plan-lens.ts';
import { planBoxes, planEstimates } from './plan-view.ts';
import styles from '../query.module.css';

interface PlanPaneProps {
  readonly answer: QueryAnswer;
  readonly database: string;
  readonly asTable: boolean;
  readonly onAsTable: (asTable: boolean) => void;
  readonly onRunWithTimings: () => void;
}

export function PlanPane(props: PlanPaneProps) {
  const { answer } = props;
  if (answer.plan) return <Plan {...props} plan={answer.plan} />;
  const absence = explainMissingPlan(answer);
  return (
    <EmptyState
      icon={<Network />}
      title={absence.title}
      text={absence.text}
      action={
        absence.offerTimings ? (
          <Button variant="primary" onClick={props.onRunWithTimings}>
            Run with timings
          </Button>
        ) : undefined
      }
    />
  );
}

function Plan({ answer, plan, database, asTable, onAsTable }: PlanPaneProps & { readonly plan: PlanNode }) {
  const session = useSession();
  const [lens, setLens] = useState<Lens>('time');
  const [words, setWords] = useState('');
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const whole = useMemo(() => planBoxes(plan), [plan]);
  const estimates = useMemo(() => planEstimates(plan), [plan]);
  const found = useMemo(() => searchPlan(whole, words), [whole, words]);
  const root = useMemo(() => {
    const tinted = collapse(withLens(whole, lens, estimates), collapsed);
    return words.trim() === '' ? tinted : fadeOthers(tinted, found);
  }, [whole, lens, estimates, collapsed, words, found]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const picture = useRef<PlanTreeHandle>(null);
  const selected = selectedId === null ? undefined : findBox(root, selectedId);
  const timed = boxesOf(whole).some(({ share }) => share !== null);
  const lensOptions = [
    {
      value: 'time',
      label: 'Tint by time',
      ...(timed ? {} : { hint: 'This server measures no time per operator' }),
    },
    { value: 'entries', label: 'Tint by entries' },
    { value: 'error', label: 'Tint by estimate error' },
  ] as const;
  const toggle = (id: string): void => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  /** The next operator that is searched, in the order of the plan; expands what hides it. */
  const showNext = (): void => {
    const next = found[(found.indexOf(selectedId ?? '') + 1) % Math.max(1, found.length)];
    if (next === undefined) return;
    if (isBelow(next, collapsed)) setCollapsed(new Set());
    setSelectedId(next);
  };
  const label = `Query plan, ${answer.indexName}`;
  const save = (extension: string, type: string, text: string) =>
    saveFile(fileName('plan', database, extension), type, text);

  /** In the chosen tint, with the collapsed operators. */
  const drawnPlan = (): string => planToSvg(withLens(whole, lens, estimates), label);
  const copyDrawing = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(drawnPlan());
      session.notify({ kind: 'success', message: 'Copied the plan as SVG.' });
    } catch (thrown) {
      session.reportError(thrown, 'Copying the plan');
    }
  };

  const drawing = asTable ? (
    <PlanTable root={root} label={label} selectedId={selectedId} onSelect={setSelectedId} />
  ) : (
    <PlanTree root={root} label={label} selectedId={selectedId} onSelect={setSelectedId} handle={picture} />
  );
  return (
    <div className={styles.column}>
      <Toolbar label="Plan">
        <IconButton
          label="Show as diagram"
          icon={<Network />}
          pressed={!asTable}
          onClick={() => onAsTable(false)}
        />
        <IconButton
          label="Show as table"
          icon={<Table2 />}
          pressed={asTable}
          onClick={() => onAsTable(true)}
        />
        {!asTable && (
          <>
            <ToolbarSeparator />
            <IconButton label="Zoom out" icon={<ZoomOut />} onClick={() => picture.current?.zoomBy(0.8)} />
            <IconButton label="Zoom in" icon={<ZoomIn />} onClick={() => picture.current?.zoomBy(1.25)} />
            <IconButton label="Fit to window" icon={<Maximize2 />} onClick={() => picture.current?.fit()} />
          </>
        )}
        <IconButton
          label={
            selected && collapsed.has(selected.id)
              ? 'Expand the operators below'
              : 'Collapse the operators below'
          }
          icon={selected && collapsed.has(selected.id) ? <ChevronsUpDown /> : <ChevronsDownUp />}
          disabled={!selected || (selected.children.length === 0 && !collapsed.has(selected.id))}
          onClick={() => selected && toggle(selected.id)}
        />
        <ToolbarSeparator />
        <div className={styles.lens}>
          <Select label="Tint" hideLabel value={lens} onChange={setLens} options={lensOptions} />
        </div>
        <form
          role="search"
          className={styles.planSearch}
          onSubmit={(event) => {
            event.preventDefault();
            showNext();
          }}
        >
          <TextField
            label="Search operators"
            hideLabel
            placeholder="Search operators"
            value={words}
            onChange={setWords}
          />
          {words.trim() !== '' && (
            <span className={styles.quiet} role="status">
              {pluralize(found.length, 'match', 'matches')}
            </span>
          )}
        </form>
        <ToolbarSpace />
        <CopyButton label="Copy as text" text={() => planToText(whole)} />
        <Menu
          align="end"
          trigger={
            <Button variant="ghost" icon={<Download />}>
              Export
            </Button>
          }
          items={[
            {
              id: 'text',
              label: 'Text',
              icon: <Text />,
              onSelect: () => save('txt', 'text/plain', planToText(whole)),
            },
            {
              id: 'json',
              label: 'JSON',
              hint: 'timings and plan from the server',
              icon: <FileCode2 />,
              onSelect: () => save('json', 'application/json', planJson(answer)),
            },
            {
              id: 'svg',
              label: 'Save as SVG',
              hint: 'all operators',
              icon: <Image />,
              onSelect: () => save('svg', 'image/svg+xml', drawnPlan()),
            },
            {
              id: 'copy-svg',
              label: 'Copy SVG',
              icon: <Copy />,
              onSelect: () => void copyDrawing(),
            },
          ]}
        />
      </Toolbar>
      <div className={styles.sideBySide}>
        <div className={styles.main}>{drawing}</div>
        {selected && <PlanDetails box={selected} onClose={() => setSelectedId(null)} />}
      </div>
    </div>
  );
}

/** The `Timings` member as sent by the server, for other tools. */
function planJson(answer: QueryAnswer): string {
  const whole: unknown = JSON.parse(answer.raw);
  const timings = typeof whole === 'object' && whole !== null && 'Timings' in whole ? whole.Timings : null;
  return JSON.stringify({ IndexName: answer.indexName, Timings: timings }, null, 2) + '\n';
}
