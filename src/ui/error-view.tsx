import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { errorAsText, readError } from './read-error.ts';
import styles from './error-view.module.css';

export interface ErrorViewProps {
  readonly error: unknown;
  /** The activity that failed: "Loading databases of Staging". */
  readonly doing?: string | undefined;
  /** The heading, where it says more than that the activity failed. */
  readonly title?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly retryLabel?: string;
  /** For a dialog or above a list, instead of a full panel. */
  readonly compact?: boolean;
  readonly children?: ReactNode;
}

/** An error: the activity, the message, the code, and expandable details. */
export function ErrorView(props: ErrorViewProps): ReactNode {
  const { error, doing, title, onRetry, retryLabel = 'Try again', compact = false, children } = props;
  const { code, message, detail } = readError(error);
  return (
    <div role="alert" className={classNames(styles.error, compact ? styles.compact : styles.full)}>
      <CircleAlert className={styles.icon} size={compact ? 16 : 20} aria-hidden="true" />
      <div className={styles.text}>
        {(title ?? doing) !== undefined && <p className={styles.doing}>{title ?? `${doing} failed`}</p>}
        <p className={styles.message}>{message}</p>
        <div className={styles.actions}>
          <code className={styles.code}>{code}</code>
          {onRetry !== undefined && (
            <Button icon={<RotateCw />} onClick={onRetry}>
              {retryLabel}
            </Button>
          )}
          {children}
          <CopyButton label="Copy error" text={() => errorAsText(error, doing)} />
        </div>
        {detail !== null && (
          <details className={styles.details}>
            <summary>Details</summary>
            <pre tabIndex={0}>{detail}</pre>
          </details>
        )}
      </div>
    </div>
  );
}
