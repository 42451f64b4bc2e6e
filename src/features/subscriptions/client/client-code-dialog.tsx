/** A worker for a subscription, to copy, in the languages of the official clients. */
import type { ReactNode } from 'react';
import { CodeTabs, Dialog } from '../../../ui/index.ts';
import styles from '../subscriptions.module.css';
import { clientCode, languageNames, languages, type WorkerOf } from './client-code.ts';

export function ClientCodeDialog(props: {
  readonly of: WorkerOf;
  /** The address is a placeholder. */
  readonly isPlaceholder: boolean;
  readonly secured: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { of, isPlaceholder, secured, onClose } = props;
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={`Worker for ${of.subscription}`}
      description={
        isPlaceholder
          ? 'The sandbox has no address yet: open its port under Applications.'
          : secured
            ? 'The server needs a client certificate: add it to the options of the store.'
            : 'Prints each document and acknowledges the batch.'
      }
    >
      <div className={styles.snippet}>
        <CodeTabs
          what="worker"
          tabs={languages.map((each) => ({
            id: each,
            label: languageNames[each],
            code: clientCode(each, of),
          }))}
        />
      </div>
    </Dialog>
  );
}
