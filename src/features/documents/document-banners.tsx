/** What happened that the person should know of, most pressing first; one thing at a time. */
import type { JsonTextError } from '../../protocol/json-text.ts';
import { Button, ErrorView } from '../../ui/index.ts';
import { Banner } from './document-banner.tsx';
import styles from './documents.module.css';
import type { SaveProblem } from './save-document.ts';

export interface DocumentBannersProps {
  readonly outside: 'changed' | 'deleted' | undefined;
  readonly dirty: boolean;
  readonly problem: SaveProblem | undefined;
  readonly syntax: JsonTextError | undefined;
  readonly onLoadTheirs: () => void;
  readonly onCompare: () => void;
  readonly onDismiss: () => void;
}

export function DocumentBanners(props: DocumentBannersProps) {
  const { outside, dirty, problem, syntax } = props;
  if (problem?.cause !== undefined)
    return (
      <div className={styles.failure}>
        <ErrorView error={problem.cause} doing={problem.sentence} compact>
          <Button variant="ghost" onClick={props.onDismiss}>
            Dismiss
          </Button>
        </ErrorView>
      </div>
    );
  if (problem && !(problem.at && !syntax))
    return (
      <Banner
        tone="error"
        actions={
          <Button variant="ghost" onClick={props.onDismiss}>
            Dismiss
          </Button>
        }
      >
        {problem.sentence}
      </Banner>
    );
  if (outside === 'deleted')
    return (
      <Banner tone="warning">
        This document was deleted on the server. What you see is still here; saving will ask whether to create
        it again.
      </Banner>
    );
  if (outside === 'changed')
    return (
      <Banner
        tone="warning"
        actions={
          <>
            <Button variant="secondary" onClick={props.onCompare}>
              Compare
            </Button>
            <Button variant="secondary" onClick={props.onLoadTheirs}>
              {dirty ? 'Load theirs, drop my changes' : 'Load it'}
            </Button>
          </>
        }
      >
        Someone else changed this document.{' '}
        {dirty
          ? 'Your changes are not saved; saving will not overwrite theirs unasked.'
          : 'What you see is the version before.'}
      </Banner>
    );
  if (syntax) return <Banner tone="info">Not JSON yet. {syntax.message}</Banner>;
  return null;
}
