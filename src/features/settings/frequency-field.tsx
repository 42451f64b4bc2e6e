/** How often a job of the server runs: a number and its unit. */
import { useState } from 'react';
import { NumberField, SECONDS_IN, Select, unitOptions } from '../../ui/index.ts';
import { unitOf, type FrequencyUnit } from './job-text.ts';
import styles from './settings.module.css';

const UNITS = unitOptions(['seconds', 'minutes', 'hours']);

export interface FrequencyFieldProps {
  /** Seconds; null: the server's default. */
  readonly value: number | null;
  readonly placeholder: string;
  readonly unitLabel?: string;
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly onChange: (seconds: number | null) => void;
}

export function FrequencyField(props: FrequencyFieldProps) {
  const { value, placeholder, unitLabel = 'Unit', hint, disabled = false, onChange } = props;
  const [chosenUnit, setUnit] = useState<FrequencyUnit>();
  const unit = chosenUnit ?? unitOf(value ?? SECONDS_IN.minutes);
  const count = value === null ? null : value / SECONDS_IN[unit];
  const set = (next: number | null, of: FrequencyUnit) =>
    onChange(next === null ? null : Math.max(1, Math.round(next * SECONDS_IN[of])));
  return (
    <div className={styles.pair}>
      <NumberField
        label="Check every"
        value={count}
        min={1}
        step={Number.isInteger(count ?? 1) ? 1 : 0.01}
        placeholder={placeholder}
        hint={hint}
        disabled={disabled}
        onChange={(next) => set(next, unit)}
      />
      <Select
        label={unitLabel}
        value={unit}
        options={UNITS}
        disabled={disabled}
        onChange={(next) => {
          setUnit(next);
          set(count, next);
        }}
      />
    </div>
  );
}
