/** A worker for a subscription, to copy, in the languages of the official clients. */
import { useState, type ReactNode } from 'react';
import { CopyButton, Dialog, Tabs } from '../../../ui/index.ts';
import styles from '../subscriptions.module.css';
import { clientCode, languageNames, languages, type Language, type WorkerOf } from './client-code.ts';

export function ClientCodeDialog(props: {
  readonly of: WorkerOf;
  /** The address is a placeholder. */
  readonly builtIn: boolean;
  readonly secured: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { of, builtIn, secured, onClose } = props;
  const [language, setLanguage] = useState<Language>('node');
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={`Worker for ${of.subscription}`}
      description={
        builtIn
          ? 'The sandbox has no address: start rookeryd on the data and enter its address.'
          : secured
            ? 'The server needs a client certificate: add it to the options of the store.'
            : 'Prints each document and acknowledges the batch.'
      }
    >
      <div className={styles.snippet}>
        <Tabs<Language>
          label="Language"
          value={language}
          onChange={setLanguage}
          items={languages.map((each) => ({
            id: each,
            label: languageNames[each],
            panel: (
              <div className={styles.snippetBody}>
                <pre className={styles.code} tabIndex={0} aria-label={`${languageNames[each]} worker`}>
                  {clientCode(each, of)}
                </pre>
                <CopyButton label="Copy code" text={() => clientCode(each, of)} />
              </div>
            ),
          }))}
        />
      </div>
    </Dialog>
  );
}
