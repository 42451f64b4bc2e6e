/** Banners above the texts: refusals, external changes, locks, errors. */
import { Banner, Button, ErrorView } from '../../../ui/index.ts';
import { partName, type ErrorPlace } from './error-place.ts';
import type { IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import type { Problem } from './problem.ts';

interface EditorBannersProps {
  readonly writeRefusal: string | undefined;
  readonly dirty: boolean;
  readonly external: 'changed' | 'deleted' | undefined;
  readonly isBuildingReplacement: boolean;
  readonly lockMode: string;
  /** What is missing in the form. */
  readonly complaint: string | undefined;
  readonly problem: Problem | undefined;
  readonly form: IndexForm;
  readonly onUnlock: () => void;
  readonly onReload: () => void;
  readonly onKeepMine: () => void;
  readonly onCompare: () => void;
  readonly onShowPlace: (place: ErrorPlace) => void;
  readonly onDismiss: () => void;
}

export function EditorBanners(props: EditorBannersProps) {
  const { writeRefusal, lockMode, complaint, problem } = props;
  const locked = lockMode !== 'Unlock' && writeRefusal === undefined;
  return (
    <>
      {writeRefusal !== undefined && (
        <Banner tone="info">
          {writeRefusal}
          {props.dirty && ' Your unsaved changes are kept in this tab.'}
        </Banner>
      )}
      {locked && (
        <Banner
          tone="info"
          actions={
            <Button variant="secondary" onClick={props.onUnlock}>
              Unlock
            </Button>
          }
        >
          This index is locked ({lockMode}): the server {lockMode === 'LockedIgnore' ? 'ignores' : 'refuses'}{' '}
          changes of its definition.
        </Banner>
      )}
      <ExternalChange {...props} />
      {props.isBuildingReplacement && (
        <Banner tone="info">
          The saved definition is being built. Queries use the previous version until it is up to date.
        </Banner>
      )}
      {complaint !== undefined && <Banner tone="error">{complaint}</Banner>}
      {problem && <ProblemBanner {...props} problem={problem} />}
    </>
  );
}

function ExternalChange({
  external,
  dirty,
  writeRefusal,
  onCompare,
  onReload,
  onKeepMine,
}: EditorBannersProps) {
  if (external === undefined) return null;
  if (external === 'deleted')
    return (
      <Banner tone="warning">
        This index was deleted on the server.
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
          {dirty && (
            <Button variant="secondary" onClick={onKeepMine}>
              Keep mine
            </Button>
          )}
          <Button variant="secondary" onClick={onReload}>
            {dirty ? 'Discard mine and reload' : 'Reload'}
          </Button>
        </>
      }
    >
      This index was changed outside this tab.{' '}
      {dirty
        ? 'Your changes are unsaved. Saving does not overwrite the other version before you choose.'
        : 'You see the previous version.'}
    </Banner>
  );
}

function ProblemBanner({
  problem,
  form,
  onShowPlace,
  onDismiss,
}: EditorBannersProps & { readonly problem: Problem }) {
  const { place, doing, error } = problem;
  const where = place.part ? `${partName(place.part, form)}, line ${place.line}` : null;
  const actions = (
    <>
      {(where !== null || place.field !== null) && (
        <Button variant="secondary" onClick={() => onShowPlace(place)}>
          {where === null ? `Show field ${place.field ?? ''}` : `Go to ${where}`}
        </Button>
      )}
      <Button variant="ghost" onClick={onDismiss}>
        Dismiss
      </Button>
    </>
  );
  return (
    <div className={styles.failure}>
      <ErrorView error={located(error, place.message)} doing={doing} compact>
        {actions}
      </ErrorView>
    </div>
  );
}

/** The same error with the sentence for the author; generated code and stacks stay in the details. */
function located(error: unknown, message: string): unknown {
  if (!(error instanceof Error) || error.message === message) return error;
  const members = Object.fromEntries(Object.entries(error));
  const detail = typeof members.detail === 'string' ? `\n\n${members.detail}` : '';
  return Object.assign(new Error(message), { ...members, message, detail: error.message + detail });
}
