/** The plan: diagram, table, operator details and exports. */
import { FileCode2, Image, Maximize2, Network, Table2, Text, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { findBox, PlanTable, planToText, PlanTree, type PlanTreeHandle } from '../../../charts/plan/index.ts';
import type { PlanNode, QueryAnswer } from '../../../protocol/queries.ts';
import {
  Button,
  CopyButton,
  EmptyState,
  fileName,
  IconButton,
  Menu,
  saveFile,
  Toolbar,
  ToolbarSeparator,
  ToolbarSpace,
} from '../../../ui/index.ts';
import { explainMissingPlan } from './missing-plan.ts';
import { PlanDetails } from './plan-details.tsx';
import { planBoxes } from './plan-view.ts';
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
  const root = useMemo(() => planBoxes(plan), [plan]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const picture = useRef<PlanTreeHandle>(null);
  const selected = selectedId === null ? undefined : findBox(root, selectedId);
  const label = `Query plan, ${answer.indexName}`;
  const save = (extension: string, type: string, text: string) =>
    saveFile(fileName('plan', database, extension), type, text);

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
        <ToolbarSeparator />
        <span className={styles.quiet}>
          {asTable
            ? 'The first row is the last step.'
            : 'Results flow to the left; wider edges carry more entries.'}
        </span>
        <ToolbarSpace />
        <CopyButton label="Copy as text" text={() => planToText(root)} />
        <Menu
          align="end"
          trigger={<Button variant="ghost">Export</Button>}
          items={[
            {
              id: 'text',
              label: 'Text',
              icon: <Text />,
              onSelect: () => save('txt', 'text/plain', planToText(root)),
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
              label: 'SVG image',
              icon: <Image />,
              disabled: asTable,
              onSelect: () => save('svg', 'image/svg+xml', picture.current?.toSvg() ?? ''),
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
