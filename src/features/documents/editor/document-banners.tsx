/** Banners above the editor: an external change, a failed save, invalid JSON. */
import type { JsonTextError } from '../../../protocol/json-text.ts';
import { Banner, Button, ErrorView } from '../../../ui/index.ts';
import styles from '../documents.module.css';
import type { SaveProblem } from './save-document.ts';

export interface DocumentBannersProps {
  readonly id: string;
  readonly external: 'changed' | 'deleted' | undefined;
  /** A document with the content of this deleted one. */
  readonly sameContent: string | undefined;
  readonly dirty: boolean;
  readonly problem: SaveProblem | undefined;
  readonly syntax: JsonTextError | undefined;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  /** What saving makes indexes do again. */
  readonly loading: string | null;
  readonly onOpen: (id: string) => void;
  readonly onLoadTheirs: () => void;
  readonly onCompare: () => void;
  readonly onDismiss: () => void;
}

export function DocumentBanners(props: DocumentBannersProps) {
  const { problem, syntax } = props;
  // A corrected text clears the error, even without a save.
  const standing = problem && !(problem.at && !syntax) ? problem : undefined;
  return (
    <>
      {props.writeRefusal !== undefined && (
        <Banner tone="info">
          {props.writeRefusal}
          {props.dirty && ' Your unsaved changes are kept in this tab.'}
        </Banner>
      )}
      <ExternalChangeBanner {...props} />
      {props.loading !== null && <Banner tone="info">{props.loading}</Banner>}
      {standing ? (
        <ProblemBanner problem={standing} onDismiss={props.onDismiss} />
      ) : (
        syntax && <Banner tone="info">Invalid JSON. {syntax.message}</Banner>
      )}
    </>
  );
}

function ExternalChangeBanner({
  id,
  external,
  sameContent,
  dirty,
  writeRefusal,
  onOpen,
  onCompare,
  onLoadTheirs,
}: DocumentBannersProps) {
  if (external === undefined) return null;
  if (external === 'deleted' && sameContent !== undefined)
    return (
      <Banner
        tone="warning"
        actions={
          <Button variant="secondary" onClick={() => onOpen(sameContent)}>
            Open {sameContent}
          </Button>
        }
      >
        {id} was deleted. {sameContent} has the same content.
        {writeRefusal === undefined && ` Save to create ${id} again.`}
      </Banner>
    );
  if (external === 'deleted')
    return (
      <Banner tone="warning">
        This document was deleted on the server.
        {writeRefusal === undefined && ' Save to create it again.'}
      </Banner>
    );
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button variant="secondary" onClick={onCompare}>
            Compare
          </Button>
          <Button variant="secondary" onClick={onLoadTheirs}>
            {dirty ? 'Discard mine and reload' : 'Reload'}
          </Button>
        </>
      }
    >
      This document was changed outside this tab.{' '}
      {dirty
        ? 'Your changes are unsaved. Saving does not overwrite the other version without confirmation.'
        : 'You see the previous version.'}
    </Banner>
  );
}

function ProblemBanner({
  problem,
  onDismiss,
}: {
  readonly problem: SaveProblem;
  readonly onDismiss: () => void;
}) {
  const dismiss = (
    <Button variant="ghost" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  if (problem.cause === undefined)
    return (
      <Banner tone="error" actions={dismiss}>
        {problem.sentence}
      </Banner>
    );
  return (
    <div className={styles.failure}>
      <ErrorView error={problem.cause} doing={problem.sentence} compact>
        {dismiss}
      </ErrorView>
    </div>
  );
}
