/** The first step: which documents are copied, what is masked, and the name of the database. */
import { Checkbox, NumberField, pluralize, Select, TextField } from '../../../ui/index.ts';
import { isCollectionRead } from '../plan/missing-plan.ts';
import { sourceDocuments, type QuerySource } from './query-source.ts';
import type { ReproduceForm } from './reproduce-form.ts';
import styles from './reproduce.module.css';
import { randomPageSize } from '../../../document-copy/sampling.ts';
import { limits } from './sampling.ts';
import type { ReproductionModel } from './use-reproduction.ts';

interface ChooseStepProps {
  readonly model: ReproductionModel;
  readonly source: QuerySource;
  readonly form: ReproduceForm;
}

export function ChooseStep({ model, source, form }: ChooseStepProps) {
  const { change } = model;
  const group = randomPageSize(form.count ?? 1);
  return (
    <>
      <p className={styles.sentence}>
        {sourceText(source)} The server is only read. Everything is written to a new database of the sandbox.
      </p>
      <div className={styles.row}>
        <Select
          label="Sample"
          value={form.kind}
          onChange={(kind) => change({ kind })}
          options={[
            {
              value: 'matching',
              label: 'Matching documents',
              hint: source.noMatching ?? `${pluralize(source.matches, 'match', 'matches')}, without limit`,
              disabled: source.noMatching !== null,
            },
            { value: 'newest', label: 'Newest documents', hint: 'of the collections that the query reads' },
            {
              value: 'random',
              label: 'Random documents',
              hint: 'of the collections that the query reads',
            },
          ]}
        />
        <NumberField
          label="Maximum documents"
          value={form.count}
          onChange={(count) => change({ count })}
          min={1}
          max={limits.documents}
          hint={form.kind === 'random' && group > 1 ? `In groups of ${group} neighbours.` : undefined}
        />
      </div>
      <Checkbox
        label="Also copy referenced documents"
        hint="What the query includes and what the documents refer to by id, one level."
        checked={form.followReferences}
        onChange={(followReferences) => change({ followReferences })}
      />
      <TextField
        label="Masked fields"
        value={form.maskedFields}
        onChange={(maskedFields) => change({ maskedFields })}
        placeholder="Email, ShipTo.City"
        hint="Letters and digits are replaced; equal values stay equal. Document ids are not masked."
        mono
      />
      <TextField
        label="New sandbox database"
        value={form.name}
        onChange={(name) => change({ name })}
        error={model.nameError}
        mono
      />
      <p className={styles.quiet}>
        Not copied: attachments, counters, time series, revisions.
        {model.isGuarded &&
          ' The sandbox is guarded: creating the index and deleting the database need a confirmation.'}
      </p>
    </>
  );
}

function sourceText(source: QuerySource): string {
  const { indexName, collections, definition } = source;
  const names = collections.map(({ name }) => name ?? 'all collections');
  const shown = names.length > 3 ? pluralize(names.length, 'collection') : names.join(', ');
  const documents = `${shown} (${pluralize(sourceDocuments(source), 'document')})`;
  if (isCollectionRead(indexName)) return `The query reads ${documents} without an index.`;
  return definition === null
    ? `The query uses the automatic index ${indexName} over ${documents}. The sandbox creates its own.`
    : `The query uses the index ${indexName} over ${documents}. Its definition is copied.`;
}
