import type { ReactNode } from 'react';
import { formatDateTime, Select, TextField } from '../../../ui/index.ts';
import { readTypedDate, toFieldText } from '../../../ui/typed-date.ts';
import type { RecordDraft } from './draft.ts';
import styles from './record.module.css';

const HOUR_MS = 3_600_000;

/** Now, or a date and time: typed as local time, and shown in UTC too. */
export function StartField(props: {
  readonly draft: RecordDraft;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<RecordDraft>) => void;
}): ReactNode {
  const { draft, problem, onChange } = props;
  const read = readTypedDate(draft.startAt);
  return (
    <div className={styles.numbers}>
      <Select
        label="Start"
        value={draft.start}
        options={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At a time' },
        ]}
        onChange={(start) =>
          onChange({
            start,
            ...(start === 'later' && draft.startAt === ''
              ? { startAt: toFieldText(nextHour(Date.now())) }
              : {}),
          })
        }
      />
      {draft.start === 'later' && (
        <TextField
          label="Start time (local)"
          mono
          value={draft.startAt}
          placeholder="2026-12-31 18:30"
          error={problem ?? (read.kind === 'unreadable' ? read.reason : undefined)}
          hint={
            read.kind === 'date'
              ? `${formatDateTime(read.ms, { utc: true })}. Rookery must run then.`
              : 'Local time, or with Z for UTC.'
          }
          onChange={(startAt) => onChange({ startAt })}
        />
      )}
    </div>
  );
}

const nextHour = (now: number): number => Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
