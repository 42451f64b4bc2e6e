/** Options of the whole index. */
import { Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Select, TextField } from '../../../ui/index.ts';
import type { IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { optionsWith } from './select-options.ts';

interface SettingsPanelProps {
  readonly form: IndexForm;
  /** The server runs rolling deployment, search engines and output collections. */
  readonly hasAllOptions: boolean;
  readonly disabled: boolean;
  readonly onEdit: (change: Partial<IndexForm>) => void;
}

const DEFAULT = { value: '', label: 'Server default' };
const priorities = [
  { value: 'Low', label: 'Low' },
  { value: 'Normal', label: 'Normal' },
  { value: 'High', label: 'High' },
];
const locks = [
  { value: 'Unlock', label: 'Unlocked' },
  { value: 'LockedIgnore', label: 'Locked, ignore changes' },
  { value: 'LockedError', label: 'Locked, refuse changes' },
];
const archived = [
  DEFAULT,
  { value: 'ExcludeArchived', label: 'Exclude archived documents' },
  { value: 'IncludeArchived', label: 'Include archived documents' },
  { value: 'ArchivedOnly', label: 'Archived documents only' },
];
const engines = [DEFAULT, { value: 'Corax', label: 'Corax' }, { value: 'Lucene', label: 'Lucene' }];
const deployments = [
  DEFAULT,
  { value: 'Parallel', label: 'Parallel', hint: 'all nodes at the same time' },
  { value: 'Rolling', label: 'Rolling', hint: 'one node after the other' },
];
const ONLY_ON_SERVERS = 'The sandbox has one node and one engine, so it does not use this.';

export function SettingsPanel({ form, hasAllOptions, disabled, onEdit }: SettingsPanelProps) {
  const hint = hasAllOptions ? undefined : ONLY_ON_SERVERS;
  const { configuration } = form;
  const isReduce = form.reduce.trim() !== '';
  return (
    <div className={styles.form}>
      <fieldset className={styles.group} disabled={disabled}>
        <div className={styles.columns}>
          <Select
            label="Priority"
            value={form.priority}
            options={optionsWith(priorities, form.priority)}
            onChange={(priority) => onEdit({ priority })}
            disabled={disabled}
          />
          <Select
            label="Lock mode"
            value={form.lockMode}
            options={optionsWith(locks, form.lockMode)}
            onChange={(lockMode) => onEdit({ lockMode })}
            disabled={disabled}
          />
          <Select
            label="Archived data"
            value={form.archivedData}
            options={optionsWith(archived, form.archivedData)}
            onChange={(archivedData) => onEdit({ archivedData })}
            disabled={disabled}
          />
          <Select
            label="Search engine"
            value={form.searchEngine}
            options={optionsWith(engines, form.searchEngine)}
            onChange={(searchEngine) => onEdit({ searchEngine })}
            hint={hint}
            disabled={disabled || !hasAllOptions}
          />
          <Select
            label="Deployment"
            value={form.deploymentMode}
            options={optionsWith(deployments, form.deploymentMode)}
            onChange={(deploymentMode) => onEdit({ deploymentMode })}
            hint={hint}
            disabled={disabled || !hasAllOptions}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group} disabled={disabled || !hasAllOptions || !isReduce}>
        <legend className={styles.legend}>Output of the reduce</legend>
        <p className={styles.note}>
          {hasAllOptions
            ? isReduce
              ? 'The server writes each result as a document of this collection.'
              : 'Add a reduce to write its results to a collection.'
            : 'The sandbox does not write results to a collection.'}
        </p>
        <div className={styles.columns}>
          <TextField
            label="Collection"
            mono
            value={form.outputCollection}
            onChange={(outputCollection) => onEdit({ outputCollection })}
          />
          <TextField
            label="Id pattern of references"
            mono
            value={form.outputReferences}
            onChange={(outputReferences) => onEdit({ outputReferences })}
            placeholder="sales/{Company}"
          />
          <TextField
            label="Collection of references"
            mono
            value={form.outputReferencesCollection}
            onChange={(outputReferencesCollection) => onEdit({ outputReferencesCollection })}
          />
        </div>
      </fieldset>
      <fieldset className={styles.group} disabled={disabled}>
        <legend className={styles.legend}>Configuration</legend>
        {configuration.length === 0 && (
          <p className={styles.note}>Without entries, the configuration of the database applies.</p>
        )}
        {configuration.map((entry, index) => {
          const change = (next: typeof entry) =>
            onEdit({ configuration: configuration.map((each, at) => (at === index ? next : each)) });
          return (
            <div key={index} className={styles.fieldHead}>
              <div className={styles.grow}>
                <TextField
                  label="Key"
                  hideLabel={index > 0}
                  mono
                  value={entry.name}
                  onChange={(name) => change({ ...entry, name })}
                  placeholder="Indexing.MapBatchSize"
                />
              </div>
              <div className={styles.grow}>
                <TextField
                  label="Value"
                  hideLabel={index > 0}
                  mono
                  value={entry.text}
                  onChange={(text) => change({ ...entry, text })}
                />
              </div>
              <IconButton
                label={`Remove configuration ${entry.name || String(index + 1)}`}
                icon={<Trash2 />}
                disabled={disabled}
                onClick={() => onEdit({ configuration: configuration.filter((_, at) => at !== index) })}
              />
            </div>
          );
        })}
        <div className={styles.buttonRow}>
          <Button
            variant="secondary"
            icon={<Plus />}
            disabled={disabled}
            onClick={() => onEdit({ configuration: [...configuration, { name: '', text: '' }] })}
          >
            Add configuration entry
          </Button>
        </div>
      </fieldset>
    </div>
  );
}
