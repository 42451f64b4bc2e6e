import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  Button,
  CopyButton,
  Dialog,
  errorAsText,
  ErrorView,
  formatDateTime,
  pluralize,
} from '../../ui/index.ts';
import { clearProblems, closeProblems, problemStore } from './problem-store.ts';
import styles from './problems-panel.module.css';

/** The reported problems, newest first. */
export default function ProblemsPanel(): ReactNode {
  const { problems, open } = useStore(problemStore);
  return (
    <Dialog
      open={open}
      onClose={closeProblems}
      title="Problems"
      width="wide"
      footer={
        problems.length === 0 ? undefined : (
          <>
            <CopyButton
              label="Copy all"
              text={() =>
                problems
                  .map(
                    ({ at, doing, error }) =>
                      `${formatDateTime(at, { utc: true })} ${errorAsText(error, doing)}`,
                  )
                  .join('\n\n')
              }
            />
            <Button onClick={clearProblems}>Clear</Button>
          </>
        )
      }
    >
      {problems.length === 0 ? (
        <p className={styles.none}>No problems since Rookery started</p>
      ) : (
        problems.map((problem) => (
          <div key={problem.id}>
            <p className={styles.when}>
              <time title={formatDateTime(problem.at, { utc: true })}>{formatDateTime(problem.at)}</time>
              {problem.count > 1 && ` · ${pluralize(problem.count, 'time')}`}
            </p>
            <ErrorView error={problem.error} doing={problem.doing} compact />
          </div>
        ))
      )}
    </Dialog>
  );
}
