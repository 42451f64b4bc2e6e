/** The options of one field. */
import { Trash2 } from 'lucide-react';
import { Checkbox, IconButton, NumberField, Select, TextField } from '../../../ui/index.ts';
import { ALL_FIELDS, emptySpatial, type FieldForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { optionsWith } from './select-options.ts';
import { VectorOptions } from './vector-options.tsx';

interface FieldOptionsProps {
  readonly field: FieldForm;
  readonly invalid: boolean;
  /** The maps return no such field. */
  readonly isUnknown: boolean;
  readonly searchEngine: string;
  /** Why the server indexes no vectors; undefined when it does. */
  readonly noVectors: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (field: FieldForm) => void;
  readonly onRemove: () => void;
}

const DEFAULT = { value: '', label: 'Default' };
const storage = [DEFAULT, { value: 'Yes', label: 'Stored' }, { value: 'No', label: 'Not stored' }];
const indexing = [
  { ...DEFAULT, hint: 'whole value, without case' },
  { value: 'Search', label: 'Search', hint: 'words of a text' },
  { value: 'Exact', label: 'Exact', hint: 'whole value, with case' },
  { value: 'No', label: 'Not indexed', hint: 'stored only' },
];
const termVectors = [
  DEFAULT,
  ...['No', 'Yes', 'WithPositions', 'WithOffsets', 'WithPositionsAndOffsets'].map((value) => ({
    value,
    label: value,
  })),
];
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export function FieldOptions(props: FieldOptionsProps) {
  const { field, invalid, isUnknown, disabled, onChange, onRemove } = props;
  const edit = (change: Partial<FieldForm>) => onChange({ ...field, ...change });
  const { spatial } = field;
  const title = field.name === ALL_FIELDS ? 'All fields' : field.name || 'New field';
  return (
    <fieldset
      className={styles.field}
      disabled={disabled}
      aria-label={title}
      data-invalid={invalid || undefined}
    >
      <div className={styles.fieldHead}>
        {field.name === ALL_FIELDS ? (
          <h3 className={styles.textTitle}>All fields</h3>
        ) : (
          <div className={styles.grow}>
            <TextField
              label="Field"
              mono
              value={field.name}
              onChange={(name) => edit({ name })}
              error={invalid ? 'The server refused the options of this field.' : null}
              hint={isUnknown ? 'The maps do not seem to return this field.' : undefined}
            />
          </div>
        )}
        <IconButton
          label={`Remove options of ${title}`}
          icon={<Trash2 />}
          onClick={onRemove}
          disabled={disabled}
        />
      </div>
      <div className={styles.columns}>
        <Select
          label="Indexing"
          value={field.indexing}
          options={optionsWith(indexing, field.indexing)}
          onChange={(value) => edit({ indexing: value })}
          disabled={disabled}
        />
        <Select
          label="Storage"
          value={field.storage}
          options={optionsWith(storage, field.storage)}
          onChange={(value) => edit({ storage: value })}
          disabled={disabled}
        />
        <Select
          label="Term vector"
          value={field.termVector}
          options={optionsWith(termVectors, field.termVector)}
          onChange={(value) => edit({ termVector: value })}
          disabled={disabled}
        />
        <TextField
          label="Analyzer"
          mono
          value={field.analyzer}
          onChange={(analyzer) => edit({ analyzer })}
          placeholder="StandardAnalyzer"
          hint="Empty: chosen by the indexing."
        />
      </div>
      <Checkbox
        label="Suggestions"
        hint="For spelling corrections in queries"
        checked={field.suggestions}
        onChange={(suggestions) => edit({ suggestions })}
        disabled={disabled}
      />
      <Checkbox
        label="Spatial"
        hint="Coordinates or WKT, for distance and area queries"
        checked={spatial !== null}
        onChange={(on) => edit({ spatial: on ? emptySpatial : null })}
        disabled={disabled}
      />
      {spatial && (
        <div className={styles.columns}>
          <Select
            label="Type"
            value={spatial.type}
            options={optionsWith(choices(['Geography', 'Cartesian']), spatial.type)}
            onChange={(type) => edit({ spatial: { ...spatial, type } })}
            disabled={disabled}
          />
          <Select
            label="Units"
            value={spatial.units}
            options={optionsWith(choices(['Kilometers', 'Miles']), spatial.units)}
            onChange={(units) => edit({ spatial: { ...spatial, units } })}
            disabled={disabled}
          />
          <Select
            label="Strategy"
            value={spatial.strategy}
            options={optionsWith(
              choices(['GeohashPrefixTree', 'QuadPrefixTree', 'BoundingBox']),
              spatial.strategy,
            )}
            onChange={(strategy) => edit({ spatial: { ...spatial, strategy } })}
            disabled={disabled}
          />
          <NumberField
            label="Tree level"
            value={spatial.maxTreeLevel}
            min={1}
            max={50}
            onChange={(maxTreeLevel) => edit({ spatial: { ...spatial, maxTreeLevel } })}
            hint="Empty: the server's default."
            disabled={disabled}
          />
        </div>
      )}
      <VectorOptions
        vector={field.vector}
        searchEngine={props.searchEngine}
        unsupported={props.noVectors}
        disabled={disabled}
        onChange={(vector) => edit({ vector })}
      />
    </fieldset>
  );
}
