/** The third step: the progress of the copy, or how it ended without a result. */
import { Check, Circle, CircleAlert, CircleDot } from 'lucide-react';
import { ErrorView, pluralize } from '../../../ui/index.ts';
import { copySteps, progressText, stepText, type CopyProgress, type CopyStep } from './copy-steps.ts';
import type { Reproduction } from './reproductions.ts';
import styles from './reproduce.module.css';

export function CopyStepView({ state }: { readonly state: Reproduction }) {
  if (state.kind === 'copied' || state.kind === 'deleted') return null;
  const { request, progress } = state;
  const { name, source, choice } = request;
  const steps = copySteps.filter(
    (step) =>
      (step !== 'references' || choice.followReferences) && (step !== 'index' || source.definition !== null),
  );
  const names = { database: name, index: source.indexName };
  return (
    <>
      <ol className={styles.copySteps} aria-label="Steps of the copy">
        {steps.map((step) => (
          <StepLine
            key={step}
            text={stepText(step, names)}
            place={placeOf(step, progress.step)}
            isFailed={state.kind === 'failed'}
          />
        ))}
      </ol>
      {state.kind === 'copying' && (
        <div className={styles.progress}>
          <progress
            aria-label="Documents"
            max={Math.max(1, progress.expected, writtenOf(progress))}
            value={writtenOf(progress)}
          />
          <span role="status">{progressText(progress)}</span>
        </div>
      )}
      {state.kind === 'failed' && (
        <>
          <ErrorView error={state.error} doing={stepText(state.step, names)} compact />
          <p className={styles.sentence}>{databaseText(name, state.database, progress)}</p>
        </>
      )}
      {state.kind === 'cancelled' && (
        <p className={styles.sentence} role="status">
          The copy was cancelled. {databaseText(name, state.database, progress)}
        </p>
      )}
    </>
  );
}

type Place = 'done' | 'current' | 'later';

function placeOf(step: CopyStep, current: CopyStep): Place {
  const difference = copySteps.indexOf(step) - copySteps.indexOf(current);
  return difference < 0 ? 'done' : difference === 0 ? 'current' : 'later';
}

function StepLine(props: { readonly text: string; readonly place: Place; readonly isFailed: boolean }) {
  const { text, place, isFailed } = props;
  return (
    <li data-place={place} aria-current={place === 'current' ? 'step' : undefined}>
      {place === 'done' ? (
        <Check size={14} role="img" aria-label="Done" />
      ) : place === 'later' ? (
        <Circle size={14} aria-hidden="true" />
      ) : isFailed ? (
        <CircleAlert size={14} role="img" aria-label="Failed" />
      ) : (
        <CircleDot size={14} aria-hidden="true" />
      )}
      {text}
    </li>
  );
}

function writtenOf({ documents, references }: CopyProgress): number {
  return documents + references;
}

function databaseText(name: string, database: 'kept' | 'deleted' | 'none', progress: CopyProgress): string {
  switch (database) {
    case 'kept':
      return `The partial database ${name} with ${pluralize(writtenOf(progress), 'document')} was kept in the sandbox.`;
    case 'deleted':
      return `The partial database ${name} was deleted from the sandbox.`;
    case 'none':
      return 'No database was created.';
  }
}
