/** The last step: the query on the server and in the sandbox, with both plans. */
import { GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PlanTree } from '../../../charts/plan/index.ts';
import type { PlanNode } from '../../../protocol/queries.ts';
import { Button, EmptyState, ErrorView } from '../../../ui/index.ts';
import { ComparisonView } from '../compare/comparison-view.tsx';
import type { FinishedComparison, SidePlan } from '../compare/comparisons.ts';
import { planBoxes } from '../plan/plan-view.ts';
import { resultNotes, resultText } from './copy-steps.ts';
import { Notes } from './estimate-step.tsx';
import type { Reproduction } from './reproductions.ts';
import styles from './reproduce.module.css';
import type { ReproductionModel } from './use-reproduction.ts';

interface CompareStepProps {
  readonly model: ReproductionModel;
  readonly state: Reproduction;
}

export function CompareStep({ model, state }: CompareStepProps) {
  const { comparison } = model;
  const { name, limits } = state.request;
  const notes = state.kind === 'copied' ? resultNotes(state.result, limits) : [];
  return (
    <>
      <p className={styles.sentence} role="status">
        {state.kind === 'copied'
          ? `${resultText(state.result)} to ${name} in the sandbox.`
          : `The database ${name} was deleted from the sandbox.`}
      </p>
      {notes.length > 0 && <Notes notes={notes} />}
      {comparison.kind === 'running' && (
        <div className={styles.progress}>
          <progress aria-label="Runs" max={comparison.total} value={comparison.done} />
          <span>
            Run {Math.min(comparison.done + 1, comparison.total)} of {comparison.total}
          </span>
        </div>
      )}
      {comparison.kind === 'failed' && (
        <ErrorView
          error={comparison.error}
          doing={`Running the query: ${comparison.side}`}
          onRetry={state.kind === 'copied' ? model.compare : undefined}
          compact
        />
      )}
      {comparison.kind === 'idle' && state.kind === 'copied' && (
        <EmptyState
          icon={<GitCompareArrows />}
          title="Compare with the sandbox"
          text="Runs the query on both sides in turn and compares times, results and plans."
          action={
            <Button variant="primary" onClick={model.compare}>
              Compare
            </Button>
          }
        />
      )}
      {comparison.kind === 'finished' && <Finished comparison={comparison.comparison} />}
    </>
  );
}

function Finished({ comparison }: { readonly comparison: FinishedComparison }) {
  const { plans, before, after } = comparison;
  return (
    <div className={styles.comparison}>
      <ComparisonView comparison={comparison} />
      <div className={styles.plans}>
        <PlanPanel label={before.label} plan={plans[0]} />
        <PlanPanel label={after.label} plan={plans[1]} />
      </div>
    </div>
  );
}

function PlanPanel({ label, plan }: { readonly label: string; readonly plan: SidePlan }) {
  return (
    <section className={styles.plan} aria-label={`Plan, ${label}`}>
      <h3>{label}</h3>
      {plan.root === null ? (
        <p className={styles.quiet}>
          {plan.absence.title}. {plan.absence.text}
        </p>
      ) : (
        <PlanPicture label={label} root={plan.root} />
      )}
    </section>
  );
}

function PlanPicture({ label, root }: { readonly label: string; readonly root: PlanNode }) {
  const boxes = useMemo(() => planBoxes(root), [root]);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  return (
    <div className={styles.picture}>
      <PlanTree
        root={boxes}
        label={`Query plan, ${label}`}
        selectedId={selectedId}
        onSelect={setSelectedId}
      />
    </div>
  );
}
