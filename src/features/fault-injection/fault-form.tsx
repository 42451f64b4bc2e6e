/** The faults that will be injected; nothing changes until they are applied. */
import type { Faults } from '../../protocol/fault-injection.ts';
import { Checkbox, NumberField, SECONDS_IN, Select, unitOptions, type TimeUnit } from '../../ui/index.ts';
import { faultPresets, presetOf } from './fault-presets.ts';
import styles from './fault-injection.module.css';
import { offsetUnit } from './fault-texts.ts';

const MIB = 1024 * 1024;
const OFFSET_UNITS = unitOptions(['seconds', 'minutes', 'hours', 'days']);
const LONGEST_DELAY = 10_000;
const HUNDRED_YEARS_IN_DAYS = 36_525;

export function FaultForm(props: {
  readonly faults: Faults;
  readonly unit: TimeUnit;
  readonly onChange: (faults: Faults, unit: TimeUnit) => void;
  readonly disabled: boolean;
}) {
  const { faults, unit, onChange, disabled } = props;
  const preset = presetOf(faults);
  const change = (part: Partial<Faults>): void => onChange({ ...faults, ...part }, unit);
  const delay = (label: string, member: 'writeDelay' | 'syncDelay' | 'readDelay') => (
    <NumberField
      label={label}
      value={faults[member]}
      min={0}
      max={LONGEST_DELAY}
      disabled={disabled}
      onChange={(value) => change({ [member]: value ?? 0 })}
    />
  );
  return (
    <div className={styles.form}>
      <Select
        label="Start from"
        value={preset?.id ?? 'custom'}
        disabled={disabled}
        onChange={(id) => {
          const chosen = faultPresets.find((each) => each.id === id);
          if (chosen) onChange(chosen.faults, offsetUnit(chosen.faults.clockOffset));
        }}
        options={[
          ...faultPresets.map(({ id, label }) => ({ value: id, label })),
          // Always there: a select whose chosen option is removed chooses another one.
          { value: 'custom', label: 'Own values' },
        ]}
      />
      <fieldset className={styles.group}>
        <legend>Slow disk</legend>
        {delay('Added to a write (ms)', 'writeDelay')}
        {delay('Added to a sync (ms)', 'syncDelay')}
        {delay('Added to a read (ms)', 'readDelay')}
        <NumberField
          label="Share of delayed operations (%)"
          value={faults.delayedPercent}
          min={0}
          max={100}
          disabled={disabled}
          onChange={(value) => change({ delayedPercent: value ?? 0 })}
        />
        <NumberField
          label="Write rate at most (MiB/s)"
          value={faults.writeRate === null ? null : faults.writeRate / MIB}
          min={0.1}
          max={100_000}
          step={0.1}
          placeholder="No limit"
          disabled={disabled}
          onChange={(value) => change({ writeRate: value === null ? null : Math.round(value * MIB) })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Failing disk</legend>
        <Checkbox
          label="No free space: writes fail"
          checked={faults.full}
          disabled={disabled}
          onChange={(full) => change({ full })}
        />
        <NumberField
          label="Share of failing reads (%)"
          value={faults.failingReadsPercent}
          min={0}
          max={100}
          disabled={disabled}
          onChange={(value) => change({ failingReadsPercent: value ?? 0 })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Clock</legend>
        <NumberField
          label="Ahead by (negative: behind)"
          value={faults.clockOffset / SECONDS_IN[unit]}
          min={(-HUNDRED_YEARS_IN_DAYS * SECONDS_IN.days) / SECONDS_IN[unit]}
          max={(HUNDRED_YEARS_IN_DAYS * SECONDS_IN.days) / SECONDS_IN[unit]}
          disabled={disabled}
          onChange={(value) => change({ clockOffset: (value ?? 0) * SECONDS_IN[unit] })}
        />
        <Select
          label="Unit"
          value={unit}
          disabled={disabled}
          onChange={(next) =>
            onChange(
              { ...faults, clockOffset: (faults.clockOffset / SECONDS_IN[unit]) * SECONDS_IN[next] },
              next,
            )
          }
          options={OFFSET_UNITS}
        />
      </fieldset>
    </div>
  );
}
