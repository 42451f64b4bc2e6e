import { useState, type ReactNode } from 'react';
import { Field } from './field.tsx';
import { useReportInvalid } from './field-scope.tsx';
import styles from './field.module.css';

export interface NumberFieldProps {
  readonly label: ReactNode;
  /** Null: the field is empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  /** Fractions are rejected unless a step below 1 is set. */
  readonly step?: number;
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** A text that was typed, and the value at that moment. */
interface Draft {
  readonly text: string;
  readonly value: number | null;
}

/**
 * Keeps the typed text; calls onChange only for a number within the limits. For any other text it shows an error, and
 * reports it to the `FieldScope`.
 */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, value, onChange, error, hint, hideLabel, disabled, placeholder, step = 1 } = props;
  const [draft, setDraft] = useState<Draft | null>(null);
  const problem = draft === null ? null : validationError(draft.text, props);
  // A value that was set from outside, such as by Revert, replaces an invalid text.
  const isReplaced = problem !== null && draft?.value !== value;
  const complaint = isReplaced ? null : problem;
  const text = draft === null || isReplaced ? (value === null ? '' : String(value)) : draft.text;
  useReportInvalid(complaint !== null && !disabled);

  function move(steps: number): void {
    const { min = -Infinity, max = Infinity } = props;
    const next = Math.min(max, Math.max(min, (value ?? 0) + steps * step));
    setDraft(null);
    // Rounds 0.1 + 0.2 for display.
    onChange(Number(next.toFixed(6)));
  }

  return (
    <Field label={label} error={complaint ?? error} hint={hint} hideLabel={hideLabel}>
      {({ control, describedBy, invalid }) => (
        <input
          id={control}
          type="text"
          inputMode={step < 1 ? 'decimal' : 'numeric'}
          role="spinbutton"
          aria-valuenow={value ?? undefined}
          aria-valuemin={props.min}
          aria-valuemax={props.max}
          autoComplete="off"
          value={text}
          disabled={disabled}
          placeholder={placeholder}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={styles.control}
          onChange={(event) => {
            const typed = event.target.value;
            setDraft({ text: typed, value });
            if (validationError(typed, props) === null)
              onChange(typed.trim() === '' ? null : Number(typed.trim()));
          }}
          onBlur={() => {
            if (complaint === null) setDraft(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            move((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
          }}
        />
      )}
    </Field>
  );
}

function validationError(typed: string, limits: NumberFieldProps): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const number = Number(text);
  if (!Number.isFinite(number)) return `“${text}” is not a number.`;
  if ((limits.step ?? 1) >= 1 && !Number.isInteger(number)) return 'Enter a whole number.';
  if (limits.min !== undefined && number < limits.min) return `Enter at least ${limits.min}.`;
  if (limits.max !== undefined && number > limits.max) return `Enter at most ${limits.max}.`;
  return null;
}
