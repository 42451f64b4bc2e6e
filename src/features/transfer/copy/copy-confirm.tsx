/** Before a copy starts: what is copied, and what it replaces in the target. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CopyPlan } from '../../../contract/index.ts';
import { Button, ConfirmDialog, pluralize } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import type { CopyEstimate } from './copy-estimate.ts';
import { useCopyPlaces } from './copy-places.ts';
import { copiedParts, replacedParts } from './copy-parts-text.ts';

interface CopyConfirmProps {
  readonly plan: CopyPlan;
  readonly estimate: CopyEstimate;
  readonly guarded: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onExport: () => void;
}

export function CopyConfirm({
  plan,
  estimate,
  guarded,
  onConfirm,
  onClose,
  onExport,
}: CopyConfirmProps): ReactNode {
  const { target } = plan;
  const places = useCopyPlaces(plan);
  const replaced = replacedParts(plan, estimate);
  return (
    <ConfirmDialog
      open
      title={`Copy to ${places.target}?`}
      confirmLabel="Copy"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={styles.confirm}>
        <p>
          From {places.source} to the {target.create && 'new '}database {places.target}:{' '}
          {copiedParts(plan, estimate).join(', ')}.
        </p>
        {replaced.length > 0 && <p>Replaced in the target: {replaced.join(', ')}. There is no undo.</p>}
        {estimate.refusals.length > 0 && (
          <p>The target refuses {pluralize(estimate.refusals.length, 'item')}: see the estimate.</p>
        )}
        {estimate.notCopied.length > 0 && (
          <>
            <p>Not copied: {estimate.notCopied.join(', ')}. A dump contains them.</p>
            <div className={styles.buttons}>
              <Button icon={<Download />} onClick={onExport}>
                Export everything as a dump…
              </Button>
            </div>
          </>
        )}
        {guarded && <p>The target is guarded: you confirm the copy once more outside of this page.</p>}
      </div>
    </ConfirmDialog>
  );
}
