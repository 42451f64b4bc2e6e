import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
  /** For ids, paths, addresses. */
  readonly mono?: boolean;
  /** A control of the field (a file chooser). */
  readonly after?: ReactNode;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, onChange, error, hint, hideLabel, mono, after, className, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel}>
      {({ control, describedBy, invalid }) => {
        const input = (
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            {...rest}
            id={control}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            className={classNames(styles.control, mono && styles.mono, className)}
          />
        );
        if (after === undefined) return input;
        return (
          <div className={styles.withButton}>
            {input}
            {after}
          </div>
        );
      }}
    </Field>
  );
}
