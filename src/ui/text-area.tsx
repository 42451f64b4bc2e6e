import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'id'> {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
  readonly mono?: boolean;
}

export function TextArea(props: TextAreaProps): ReactNode {
  const { label, value, onChange, error, hint, hideLabel, mono, className, ...rest } = props;
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel}>
      {({ control, describedBy, invalid }) => (
        <textarea
          rows={4}
          spellCheck={false}
          {...rest}
          id={control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          className={classNames(styles.control, mono && styles.mono, className)}
        />
      )}
    </Field>
  );
}
