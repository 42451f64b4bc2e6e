/** Which documents are compared, and how. */
import { useId, type ReactNode } from 'react';
import {
  Button,
  Checkbox,
  FieldScope,
  NumberField,
  Select,
  TextField,
  useInvalidFields,
} from '../../../ui/index.ts';
import type { CompareState } from '../compare-state.ts';
import styles from '../compare.module.css';

export function DocumentsOptions(props: {
  readonly state: CompareState;
  readonly change: (part: Partial<CompareState>) => void;
  /** The collections of both sides; null until they are read. */
  readonly collections: readonly string[] | null;
  readonly running: boolean;
  readonly cancelling: boolean;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { state, change, collections, running, cancelling, onStart, onCancel } = props;
  const noneChosen = state.collections?.length === 0;
  const fields = useInvalidFields();
  const canStart = !running && collections !== null && !noneChosen && fields.invalidReason === undefined;
  return (
    <form
      className={styles.options}
      aria-label="Options"
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart) onStart();
      }}
    >
      <Select
        label="Documents"
        value={state.extent}
        onChange={(extent) => change({ extent })}
        disabled={running}
        options={[
          {
            value: 'newest',
            label: 'Newest of each collection',
            hint: 'Finds what was not transferred recently',
          },
          { value: 'all', label: 'All documents', hint: 'Reads both databases completely' },
        ]}
      />
      <FieldScope report={fields.report}>
        {state.extent === 'newest' ? (
          <NumberField
            label="Documents of each collection and side"
            value={state.newest}
            min={1}
            max={1_000}
            disabled={running}
            onChange={(newest) => newest !== null && change({ newest })}
          />
        ) : (
          <NumberField
            label="Maximum documents per side"
            value={state.most}
            min={1}
            max={1_000_000}
            disabled={running}
            onChange={(most) => most !== null && change({ most })}
          />
        )}
      </FieldScope>
      <TextField
        label="Ignored metadata"
        mono
        value={state.ignoredMetadata}
        disabled={running}
        onChange={(ignoredMetadata) => change({ ignoredMetadata })}
        hint="Comma-separated names"
      />
      {collections !== null && (
        <Collections
          names={collections}
          chosen={state.collections}
          disabled={running}
          onChange={(chosen) => change({ collections: chosen && [...chosen] })}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="primary" type="submit" disabled={!canStart} disabledReason={fields.invalidReason}>
          Compare documents
        </Button>
        {running && (
          <Button onClick={onCancel} disabled={cancelling}>
            Cancel
          </Button>
        )}
      </div>
      {noneChosen && <p className={styles.note}>Select at least one collection.</p>}
    </form>
  );
}

function Collections(props: {
  readonly names: readonly string[];
  readonly chosen: readonly string[] | null;
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly string[] | null) => void;
}): ReactNode {
  const { names, chosen, disabled, onChange } = props;
  const title = useId();
  return (
    <div className={styles.collections} role="group" aria-labelledby={title}>
      <h3 id={title}>Collections</h3>
      <Checkbox
        label="All collections"
        checked={chosen === null}
        disabled={disabled}
        onChange={(all) => onChange(all ? null : names)}
      />
      {chosen !== null &&
        names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            disabled={disabled}
            onChange={(on) => onChange(on ? [...chosen, name] : chosen.filter((each) => each !== name))}
          />
        ))}
    </div>
  );
}
