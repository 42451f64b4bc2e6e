/** States what an action does to which indexes, before it runs. */
import { ConfirmDialog, pluralize } from '../../../ui/index.ts';
import type { ActionPlan } from './index-actions.ts';
import styles from '../indexes.module.css';

/** Names listed; a selection can hold hundreds. */
const NAMED = 12;

export function ConfirmActionDialog(props: {
  readonly plan: ActionPlan;
  /** What is lost besides. */
  readonly note?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { action, names, refused } = props.plan;
  const what = names.length === 1 ? String(names[0]) : pluralize(names.length, 'index', 'indexes');
  return (
    <ConfirmDialog
      open
      danger={action.danger}
      title={`${action.label}: ${what}?`}
      confirmLabel={names.length === 1 ? action.label : `${action.label}: ${what}`}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <p>{action.confirm}</p>
      {props.note !== undefined && <p>{props.note}</p>}
      <ul className={styles.names} aria-label="Indexes">
        {names.slice(0, NAMED).map((name) => (
          <li key={name}>{name}</li>
        ))}
        {names.length > NAMED && <li>and {names.length - NAMED} more</li>}
      </ul>
      {refused.length > 0 && (
        <>
          <p>Left as they are:</p>
          <ul className={styles.names} aria-label="Indexes left as they are">
            {refused.slice(0, NAMED).map(({ name, reason }) => (
              <li key={name}>
                {name}: {reason}
              </li>
            ))}
            {refused.length > NAMED && <li>and {refused.length - NAMED} more</li>}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
