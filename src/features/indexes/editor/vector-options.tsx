/** The vector options of one field. */
import { Checkbox, NumberField, Select } from '../../../ui/index.ts';
import styles from './index-editor.module.css';
import { optionsWith } from './select-options.ts';
import {
  DEFAULT_CANDIDATES,
  DEFAULT_EDGES,
  emptyVector,
  vectorWarnings,
  type VectorForm,
} from './vector-form.ts';

interface VectorOptionsProps {
  readonly vector: VectorForm | null;
  /** The search engine of the index. */
  readonly searchEngine: string;
  /** Why the server indexes no vectors; undefined when it does. */
  readonly unsupported: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (vector: VectorForm | null) => void;
}

const sources = [
  { value: 'Text', label: 'Text', hint: 'turned into vectors by the built-in model' },
  { value: 'Single', label: 'Single', hint: 'numbers of 32 bits' },
  { value: 'Int8', label: 'Int8', hint: 'numbers of 8 bits' },
  { value: 'Binary', label: 'Binary', hint: 'one bit per dimension' },
];
const destinations = [
  { value: 'Single', label: 'Single', hint: 'exact, 4 bytes per dimension' },
  { value: 'Int8', label: 'Int8', hint: '1 byte per dimension' },
  { value: 'Binary', label: 'Binary', hint: '1 bit per dimension' },
];
/** Servers read whole numbers of 32 bits. */
const LARGEST = 2 ** 31 - 1;

export function VectorOptions({ vector, searchEngine, unsupported, disabled, onChange }: VectorOptionsProps) {
  return (
    <>
      <Checkbox
        label="Vector"
        hint={unsupported ?? 'Vectors of CreateVector or createVector, for searches by similarity'}
        checked={vector !== null}
        onChange={(on) => onChange(on ? emptyVector : null)}
        // Options of another server can be removed.
        disabled={disabled || (unsupported !== undefined && vector === null)}
      />
      {vector && (
        <>
          <div className={styles.columns}>
            <Select
              label="Source type"
              value={vector.source}
              options={optionsWith(sources, vector.source)}
              onChange={(source) => onChange({ ...vector, source })}
              disabled={disabled}
            />
            <Select
              label="Destination type"
              value={vector.destination}
              options={optionsWith(destinations, vector.destination)}
              onChange={(destination) => onChange({ ...vector, destination })}
              disabled={disabled}
            />
            <NumberField
              label="Dimensions"
              value={vector.dimensions}
              min={1}
              max={LARGEST}
              onChange={(dimensions) => onChange({ ...vector, dimensions })}
              hint="Empty: those of the first vector."
              disabled={disabled}
            />
            <NumberField
              label="Edges"
              value={vector.edges}
              min={1}
              max={LARGEST}
              onChange={(edges) => onChange({ ...vector, edges })}
              placeholder={String(DEFAULT_EDGES)}
              hint="Links of each vector to similar ones."
              disabled={disabled}
            />
            <NumberField
              label="Candidates"
              value={vector.candidates}
              min={1}
              max={LARGEST}
              onChange={(candidates) => onChange({ ...vector, candidates })}
              placeholder={String(DEFAULT_CANDIDATES)}
              hint="Vectors compared to find the edges of one."
              disabled={disabled}
            />
          </div>
          {vectorWarnings(vector, searchEngine).map((warning) => (
            <p key={warning} className={styles.tryNote} data-tone="warning" role="status">
              {warning}
            </p>
          ))}
        </>
      )}
    </>
  );
}
