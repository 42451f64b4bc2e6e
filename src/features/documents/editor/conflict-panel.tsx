/**
 * A save conflict: what changed in both versions, and the ways to resolve it. The typed text stays in the editor
 * throughout.
 */
import { Button, formatDateTime } from '../../../ui/index.ts';
import { changedMembers } from './changed-members.ts';
import type { Base, Conflict } from './document-draft.ts';
import styles from '../documents.module.css';

export interface ConflictPanelProps {
  readonly id: string;
  readonly conflict: Conflict;
  /** The common base of both versions. */
  readonly base: Base | null;
  readonly mine: string;
  /** Present when both versions can be combined: their changes do not overlap. */
  readonly onMerge: (() => void) | undefined;
  /** Opens the merge by property; absent without a common base, or while the text is not JSON. */
  readonly onMergeByProperty: (() => void) | undefined;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onCompare: () => void;
  readonly onClose: () => void;
}

export function ConflictPanel(props: ConflictPanelProps) {
  const { conflict, base, mine } = props;
  const { theirs } = conflict;
  return (
    <section className={styles.conflict} role="alert" aria-label="Conflict">
      <div className={styles.conflictWords}>
        <h3>{heading(props)}</h3>
        {theirs ? (
          <>
            <p>
              The other version is saved
              {theirs.metadata.lastModified === undefined
                ? ''
                : ` (${formatDateTime(theirs.metadata.lastModified)})`}
              ; yours is not. Your text is unchanged.
            </p>
            <ChangeSentences base={base} theirs={theirs} mine={mine} canMerge={props.onMerge !== undefined} />
            <p className={styles.mono} title="The saved version">
              {theirs.metadata.changeVector}
            </p>
          </>
        ) : (
          <p>The document is deleted on the server. Your text is unchanged.</p>
        )}
      </div>
      <div className={styles.buttonRow}>
        {props.onMerge && (
          <Button variant="primary" onClick={props.onMerge}>
            Merge both and save
          </Button>
        )}
        {props.onMergeByProperty && (
          <Button variant={props.onMerge ? 'secondary' : 'primary'} onClick={props.onMergeByProperty}>
            Merge…
          </Button>
        )}
        {theirs && (
          <Button
            variant={props.onMerge || props.onMergeByProperty ? 'secondary' : 'primary'}
            onClick={props.onCompare}
          >
            Compare
          </Button>
        )}
        <Button variant="secondary" onClick={props.onKeepMine}>
          {theirs ? 'Keep mine and overwrite' : 'Keep mine and recreate'}
        </Button>
        <Button variant="secondary" onClick={props.onTakeTheirs}>
          {theirs ? 'Discard mine and reload' : 'Discard mine and close'}
        </Button>
        <Button variant="ghost" onClick={props.onClose}>
          Decide later
        </Button>
      </div>
    </section>
  );
}

function heading({ id, base, conflict }: ConflictPanelProps): string {
  if (!conflict.theirs) return `${id} was deleted while you edited it`;
  return base ? `${id} was changed outside this tab` : `Document ${id} already exists`;
}

function ChangeSentences({
  base,
  theirs,
  mine,
  canMerge,
}: {
  readonly base: Base | null;
  readonly theirs: Base;
  readonly mine: string;
  readonly canMerge: boolean;
}) {
  if (!base) return null;
  const they = changedMembers(base.text, theirs.text);
  const you = changedMembers(base.text, mine);
  const both = they?.filter((name) => you?.includes(name)) ?? [];
  return (
    <p>
      The other version changes {list(they)}. Your version changes {list(you)}.
      {both.length > 0
        ? ` Both change ${list(both)}${canMerge ? ', in different parts' : ''}.`
        : ' The changes do not overlap.'}
    </p>
  );
}

function list(names: readonly string[] | null): string {
  if (!names || names.length === 0) return 'nothing';
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
