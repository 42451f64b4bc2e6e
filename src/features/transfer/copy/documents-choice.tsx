/** Chooses the documents of a copy: collections or a query, how many, references, masks. */
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { NumberField, Select, TextArea, TextField } from '../../../ui/index.ts';
import { CollectionChoice } from '../options/collection-choice.tsx';
import styles from '../transfer.module.css';
import { hasIgnoredClauses, type CopyOptions } from './copy-options.ts';
import type { PartProps } from './target-choice.tsx';

export function DocumentsChoice(props: PartProps & { readonly database: Database }): ReactNode {
  const { state, change, disabled, database } = props;
  const { documents } = state;
  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend>Documents</legend>
        <Select<CopyOptions['documents']>
          label="Copy"
          value={documents}
          disabled={disabled}
          onChange={(next) => change({ documents: next })}
          options={[
            { value: 'collections', label: 'Collections' },
            { value: 'query', label: 'Results of a query' },
            { value: 'none', label: 'No documents' },
          ]}
        />
        {documents === 'query' && (
          <TextArea
            label="Query"
            mono
            rows={3}
            value={state.query}
            disabled={disabled}
            placeholder={"from Orders where Company = 'companies/1-A'"}
            hint={
              hasIgnoredClauses(state.query)
                ? 'limit, filter_limit and select are ignored: complete documents are copied.'
                : 'The source builds no index for it.'
            }
            onChange={(query) => change({ query })}
          />
        )}
      </fieldset>
      {documents === 'collections' && (
        <CollectionChoice
          database={database}
          chosen={state.collections}
          onChange={(collections) => change({ collections })}
          disabled={disabled}
        />
      )}
      {documents !== 'none' && <SampleChoice state={state} change={change} disabled={disabled} />}
    </>
  );
}

const levels = ['0', '1', '2', '3'] as const;
type Level = (typeof levels)[number];

function SampleChoice({ state, change, disabled }: PartProps): ReactNode {
  const isQuery = state.documents === 'query';
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend>Sample</legend>
      <Select<CopyOptions['sample']>
        label="Sample"
        hideLabel
        value={state.sample}
        disabled={disabled}
        onChange={(sample) => change({ sample })}
        options={[
          { value: 'all', label: 'All documents' },
          { value: 'newest', label: isQuery ? 'First results' : 'Newest documents' },
          ...(isQuery ? [] : [{ value: 'random' as const, label: 'Random documents' }]),
        ]}
      />
      {state.sample !== 'all' && (
        <NumberField
          label="Number of documents"
          value={state.count}
          min={1}
          max={10_000_000}
          disabled={disabled}
          onChange={(count) => change({ count })}
        />
      )}
      <Select<Level>
        label="Follow references"
        value={levels[state.referenceLevels] ?? '0'}
        disabled={disabled}
        hint="Values that look like ids of other documents."
        onChange={(level) => change({ referenceLevels: Number(level) })}
        options={[
          { value: '0', label: 'No' },
          { value: '1', label: '1 level' },
          { value: '2', label: '2 levels' },
          { value: '3', label: '3 levels' },
        ]}
      />
      {state.referenceLevels > 0 && (
        <NumberField
          label="Maximum referenced documents"
          value={state.maxReferences}
          min={1}
          max={100_000}
          disabled={disabled}
          onChange={(maxReferences) => change({ maxReferences })}
        />
      )}
      <TextField
        label="Masked fields"
        value={state.maskedFields}
        disabled={disabled}
        placeholder="Email, ShipTo.City"
        hint="Equal values get equal masks. Document ids are never masked."
        onChange={(maskedFields) => change({ maskedFields })}
      />
      <Select<CopyOptions['existing']>
        label="Existing documents"
        value={state.existing}
        disabled={disabled}
        onChange={(existing) => change({ existing })}
        options={[
          { value: 'overwrite', label: 'Overwrite' },
          { value: 'skip', label: 'Skip' },
          { value: 'stop', label: 'Stop the copy' },
        ]}
      />
    </fieldset>
  );
}
