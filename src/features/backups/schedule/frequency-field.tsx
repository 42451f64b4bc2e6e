/** A schedule as simple choices or as a cron expression, with the next times that it means. */
import { useState, type ReactNode } from 'react';
import { formatDateTime, NumberField, Select, TextField } from '../../../ui/index.ts';
import styles from '../backups.module.css';
import { nextTimes, readCron } from './cron.ts';
import { hourSteps, readFrequency, toCron, weekdays, type Frequency } from './frequency.ts';

const SHOWN = 3;

const defaults: Readonly<Record<Frequency['kind'], Frequency>> = {
  never: { kind: 'never' },
  daily: { kind: 'daily', time: '02:00' },
  weekly: { kind: 'weekly', time: '02:00', weekday: 0 },
  hourly: { kind: 'hourly', hours: 6 },
  cron: { kind: 'cron', text: '0 2 * * *' },
};

const kindOptions = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'hourly', label: 'Every few hours' },
  { value: 'cron', label: 'Cron expression' },
] as const;

/** Why the schedule cannot be saved; undefined when it can. */
export function cronProblem(cron: string | null): string | undefined {
  if (cron === null) return undefined;
  const read = readCron(cron);
  if (!read.ok) return read.problem;
  return nextTimes(read.cron, Date.now(), 1).length === 0 ? 'This schedule never runs.' : undefined;
}

export function FrequencyField(props: {
  /** `Full backup`. */
  readonly label: string;
  readonly cron: string | null;
  readonly onChange: (cron: string | null) => void;
}): ReactNode {
  const { label, cron, onChange } = props;
  // A choice of its own: the expression of a daily schedule would be read back as that.
  const [frequency, setFrequency] = useState(() => readFrequency(cron));
  function change(next: Frequency): void {
    setFrequency(next);
    onChange(toCron(next));
  }
  const problem = cronProblem(cron);
  const timeProblem = problem === undefined ? undefined : 'Enter a time as 02:00.';
  return (
    <fieldset className={styles.frequency}>
      <legend>{label}</legend>
      <div className={styles.row}>
        <Select<Frequency['kind']>
          label="Repeat"
          value={frequency.kind}
          onChange={(kind) => change(defaults[kind])}
          options={[{ value: 'never', label: 'Never' }, ...kindOptions]}
        />
        {(frequency.kind === 'daily' || frequency.kind === 'weekly') && (
          <TextField
            label="Time (server)"
            value={frequency.time}
            onChange={(time) => change({ ...frequency, time })}
            error={timeProblem}
          />
        )}
        {frequency.kind === 'hourly' && (
          <Select
            label="Hours"
            value={String(frequency.hours)}
            onChange={(hours) => change({ kind: 'hourly', hours: Number(hours) })}
            options={hourSteps.map((each) => ({
              value: String(each),
              label: each === 1 ? 'Every hour' : `Every ${each} hours`,
            }))}
          />
        )}
        {frequency.kind === 'cron' && (
          <TextField
            label="Cron expression"
            mono
            value={frequency.text}
            onChange={(text) => change({ kind: 'cron', text })}
            error={problem}
            hint="Minute, hour, day of month, month, day of week."
          />
        )}
      </div>
      {frequency.kind === 'weekly' && (
        <Select
          label="Day"
          value={String(frequency.weekday)}
          onChange={(weekday) => change({ ...frequency, weekday: Number(weekday) })}
          options={weekdays.map((each, at) => ({ value: String(at), label: each }))}
        />
      )}
      <NextTimes label={label} cron={cron} />
    </fieldset>
  );
}

function NextTimes({ label, cron }: { readonly label: string; readonly cron: string | null }): ReactNode {
  const [now] = useState(() => Date.now());
  const read = cron === null ? null : readCron(cron);
  if (!read?.ok) return null;
  const times = nextTimes(read.cron, now, SHOWN);
  if (times.length === 0) return null;
  return (
    <>
      <dl className={styles.times} aria-label={`Next times, ${label.toLowerCase()}`}>
        {times.map((time) => (
          <div key={time}>
            <dt>{formatDateTime(time).slice(0, 16)} local</dt>
            <dd>{formatDateTime(time, { utc: true }).replace(':00 UTC', ' UTC')}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        For a server whose clock is UTC. Another time zone of the server shifts them.
      </p>
    </>
  );
}

export function RetentionField(props: {
  readonly keepDays: number | null;
  readonly onChange: (days: number | null) => void;
  /** What will be deleted. */
  readonly sentence: string;
}): ReactNode {
  return (
    <NumberField
      label="Keep backups for days"
      value={props.keepDays}
      onChange={props.onChange}
      min={1}
      max={36_500}
      placeholder="Forever"
      hint={props.sentence}
    />
  );
}
