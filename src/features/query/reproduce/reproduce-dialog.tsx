/** The wizard: choose sample → estimate → copy → compare. */
import { useEffect, useRef, useState } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { Button, Dialog, ErrorView, SkeletonRows } from '../../../ui/index.ts';
import { ChooseStep } from './choose-step.tsx';
import { CompareStep } from './compare-step.tsx';
import { CopyStepView } from './copy-step.tsx';
import { DeleteCopy } from './delete-copy.tsx';
import { EstimateStep } from './estimate-step.tsx';
import type { QueryText } from './query-source.ts';
import styles from './reproduce.module.css';
import { useReproduction, type ReproductionModel, type WizardStep } from './use-reproduction.ts';

const steps: readonly { readonly id: WizardStep; readonly label: string }[] = [
  { id: 'choose', label: 'Choose sample' },
  { id: 'estimate', label: 'Estimate' },
  { id: 'copy', label: 'Copy' },
  { id: 'compare', label: 'Compare' },
];

interface ReproduceDialogProps {
  readonly tabId: string;
  readonly db: DatabaseClient;
  readonly text: QueryText;
  readonly onClose: () => void;
}

export function ReproduceDialog({ tabId, db, text, onClose }: ReproduceDialogProps) {
  const model = useReproduction(tabId, db, text);
  const { step } = model;
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(step);
  // The button that changed the step disappeared with it.
  useEffect(() => {
    if (shown.current !== step) list.current?.focus();
    shown.current = step;
  }, [step]);
  const place = steps.findIndex(({ id }) => id === step);
  const submit = (): void => {
    if (step === 'choose' && model.blocked === undefined) model.estimate();
    else if (step === 'estimate' && model.copyBlocked === undefined) model.copy();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reproduce in the sandbox"
      width={step === 'compare' ? 'extra-wide' : 'wide'}
      initialFocus={list}
      onSubmit={submit}
      footer={<Footer model={model} onClose={onClose} />}
    >
      <ol ref={list} tabIndex={-1} className={styles.steps} aria-label="Steps">
        {steps.map(({ id, label }, index) => (
          <li key={id} aria-current={id === step ? 'step' : undefined} data-done={index < place || undefined}>
            <span className={styles.stepNumber} aria-hidden="true">
              {index + 1}
            </span>
            {label}
          </li>
        ))}
      </ol>
      <Body model={model} />
    </Dialog>
  );
}

function Body({ model }: { readonly model: ReproductionModel }) {
  const { step, source, form, state } = model;
  if (state && step === 'copy') return <CopyStepView state={state} />;
  if (state) return <CompareStep model={model} state={state} />;
  if (source.error !== null)
    return <ErrorView error={source.error} doing="Examining the query" onRetry={source.retry} compact />;
  if (!source.data || !form) return <SkeletonRows label="Examining the query" rows={6} />;
  return step === 'choose' ? (
    <ChooseStep model={model} source={source.data} form={form} />
  ) : (
    <EstimateStep model={model} source={source.data} form={form} />
  );
}

function Footer({ model, onClose }: { readonly model: ReproductionModel; readonly onClose: () => void }) {
  const { step, state } = model;
  const [isDeleting, setDeleting] = useState(false);
  if (state?.kind === 'copying')
    return state.cancelling === null ? (
      <>
        <Button onClick={() => model.cancel('keep')}>Cancel and keep the database</Button>
        <Button onClick={() => model.cancel('delete')}>Cancel and delete the database</Button>
        <Button variant="primary" onClick={onClose}>
          Continue in the background
        </Button>
      </>
    ) : (
      <Button disabled busy>
        Cancelling
      </Button>
    );
  if (state) {
    const hasDatabase =
      state.kind === 'copied' ||
      ((state.kind === 'cancelled' || state.kind === 'failed') && state.database === 'kept');
    if (isDeleting && hasDatabase)
      return <DeleteCopy model={model} name={state.request.name} onEnd={() => setDeleting(false)} />;
    return (
      <>
        {hasDatabase && <Button onClick={() => setDeleting(true)}>Delete sandbox database…</Button>}
        <Button onClick={model.restart}>New copy</Button>
        {state.kind === 'copied' && <Button onClick={model.openInSandbox}>Open in the sandbox</Button>}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </>
    );
  }
  return (
    <>
      {step === 'estimate' && <Button onClick={model.back}>Back</Button>}
      <Button onClick={onClose}>Cancel</Button>
      {step === 'choose' ? (
        <Button type="submit" variant="primary" disabledReason={model.blocked}>
          Estimate size
        </Button>
      ) : (
        <Button type="submit" variant="primary" disabledReason={model.copyBlocked}>
          Copy to the sandbox
        </Button>
      )}
    </>
  );
}
