/** The options that exports and imports share: which documents, and a script. */
import type { ReactNode } from 'react';
import { Checkbox, TextArea } from '../../../ui/index.ts';
import type { ExportOptions, ImportOptions } from '../transfer-state.ts';
import styles from '../transfer.module.css';

type Shared = Pick<
  ExportOptions & ImportOptions,
  'includeExpired' | 'includeArtificial' | 'includeArchived' | 'transformScript'
>;

interface DocumentOptionsProps {
  readonly state: Shared;
  readonly change: (part: Partial<Shared>) => void;
  readonly disabled: boolean;
  /** Further options of one direction. */
  readonly children?: ReactNode;
}

export function DocumentOptions(props: DocumentOptionsProps): ReactNode {
  const { state, change, disabled, children } = props;
  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend>Documents</legend>
        <Checkbox
          label="Include expired documents"
          checked={state.includeExpired}
          disabled={disabled}
          onChange={(includeExpired) => change({ includeExpired })}
        />
        <Checkbox
          label="Include archived documents"
          checked={state.includeArchived}
          disabled={disabled}
          onChange={(includeArchived) => change({ includeArchived })}
        />
        <Checkbox
          label="Include artificial documents"
          hint="Documents that indexes created."
          checked={state.includeArtificial}
          disabled={disabled}
          onChange={(includeArtificial) => change({ includeArtificial })}
        />
        {children}
      </fieldset>
      <div className={styles.group}>
        <TextArea
          label="Transform script"
          mono
          rows={4}
          value={state.transformScript}
          disabled={disabled}
          placeholder={'this.Imported = true;'}
          hint='JavaScript for each document. To skip a document, throw "skip".'
          onChange={(transformScript) => change({ transformScript })}
        />
      </div>
    </>
  );
}
