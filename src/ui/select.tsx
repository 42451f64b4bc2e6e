import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import fieldStyles from './field.module.css';
import popup from './popup.module.css';
import styles from './select.module.css';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  /** A second line in the list. */
  readonly hint?: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string> {
  readonly label: ReactNode;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly SelectOption<V>[];
  readonly error?: string | null | undefined;
  readonly hint?: ReactNode;
  readonly hideLabel?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

export function Select<V extends string>(props: SelectProps<V>): ReactNode {
  const { label, value, onChange, options, error, hint, hideLabel, disabled = false, placeholder } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel}>
      {(ids) => (
        <Base.Root
          value={value}
          disabled={disabled}
          items={options}
          onValueChange={(next) => {
            if (next !== null) onChange(next);
          }}
        >
          <Base.Trigger
            id={ids.control}
            aria-labelledby={`${ids.label} ${ids.control}`}
            aria-describedby={ids.describedBy}
            aria-invalid={ids.invalid || undefined}
            className={classNames(fieldStyles.control, styles.trigger)}
          >
            {chosen?.icon !== undefined && <span className={styles.icon}>{chosen.icon}</span>}
            <Base.Value className={styles.value}>{chosen?.label ?? placeholder ?? value}</Base.Value>
            <Base.Icon className={styles.arrow}>
              <ChevronsUpDown size={13} aria-hidden="true" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className={popup.positioner}>
              <Base.Popup className={classNames(popup.popup, styles.list)}>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    label={option.label}
                    disabled={option.disabled ?? false}
                    className={classNames(popup.item, styles.option)}
                  >
                    <span className={popup.itemIcon}>
                      {option.icon ?? (
                        <Base.ItemIndicator>
                          <Check size={14} aria-hidden="true" />
                        </Base.ItemIndicator>
                      )}
                    </span>
                    <span className={popup.itemText}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.hint !== undefined && <span className={popup.itemHint}>{option.hint}</span>}
                    </span>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
