/** Before a copy starts: what is copied, and what it replaces in the target. */
import type { ReactNode } from 'react';
import type { CopyPlan } from '../../../contract/index.ts';
import { ConfirmDialog, pluralize } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import type { CopyEstimate } from './copy-estimate.ts';
import { copiedParts, replacedParts } from './copy-parts-text.ts';

interface CopyConfirmProps {
  readonly plan: CopyPlan;
  readonly estimate: CopyEstimate;
  readonly guarded: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function CopyConfirm({ plan, estimate, guarded, onConfirm, onClose }: CopyConfirmProps): ReactNode {
  const { source, target } = plan;
  const replaced = replacedParts(plan, estimate);
  return (
    <ConfirmDialog
      open
      title={`Copy to ${target.database}?`}
      confirmLabel="Copy"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={styles.confirm}>
        <p>
          From {source.database} to the {target.create && 'new '}database {target.database}:{' '}
          {copiedParts(plan, estimate).join(', ')}.
        </p>
        {replaced.length > 0 && <p>Replaced in the target: {replaced.join(', ')}. There is no undo.</p>}
        {estimate.refusals.length > 0 && (
          <p>The target refuses {pluralize(estimate.refusals.length, 'item')}: see the estimate.</p>
        )}
        {guarded && <p>The target is guarded: you confirm the copy once more outside of this page.</p>}
      </div>
    </ConfirmDialog>
  );
}
