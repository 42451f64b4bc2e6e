/** A length of time as a number and a unit; empty: forever, or not set. */
import { useState } from 'react';
import type { TimeValue } from '../../protocol/time-series-policies.ts';
import { NumberField, Select } from '../../ui/index.ts';
import styles from './settings.module.css';
import { spanOf, timeValueOf, type SpanUnit } from './time-series-text.ts';

const UNITS = (['seconds', 'minutes', 'hours', 'days', 'months'] as const).map((unit) => ({
  value: unit,
  label: unit,
}));

export interface SpanFieldProps {
  readonly label: string;
  /** Tells its unit from those of other fields. */
  readonly unitLabel: string;
  readonly value: TimeValue;
  /** What an empty field is. */
  readonly empty: TimeValue;
  readonly placeholder: string;
  readonly disabled: boolean;
  readonly onChange: (value: TimeValue) => void;
}

export function SpanField(props: SpanFieldProps) {
  const { label, unitLabel, value, empty, placeholder, disabled, onChange } = props;
  const span = spanOf(value);
  const [chosen, setUnit] = useState<SpanUnit>();
  const unit = chosen ?? span?.unit ?? 'days';
  // The count in the chosen unit; another one that the setting has is shown as it is.
  const count = span === null ? null : chosen === undefined ? span.count : countIn(value, unit, span.count);
  return (
    <div className={styles.pair}>
      <NumberField
        label={label}
        value={count}
        min={1}
        max={2_000_000_000}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(next) => onChange(next === null ? empty : timeValueOf({ count: next, unit }))}
      />
      <Select
        label={unitLabel}
        value={unit}
        options={UNITS}
        disabled={disabled}
        onChange={(next) => {
          setUnit(next);
          if (count !== null) onChange(timeValueOf({ count, unit: next }));
        }}
      />
    </div>
  );
}

function countIn(value: TimeValue, unit: SpanUnit, otherwise: number): number {
  if (value.Unit === 'Month' || unit === 'months') return otherwise;
  return value.Value / timeValueOf({ count: 1, unit }).Value;
}
