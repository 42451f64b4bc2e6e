/** One date of a document: local time with presets, UTC, the time left, and the effect. */
import { CalendarClock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateMember, type DocumentJob } from '../../../protocol/document-jobs.ts';
import { Button, IconButton, Menu, TextField } from '../../../ui/index.ts';
import {
  dateEffects,
  dateInText,
  dateTitles,
  jobSettings,
  typedServerDate,
  whenDue,
  whyNothing,
  type JobState,
  type ServerDate,
} from './document-dates.ts';
import {
  datePresets,
  readTypedDate,
  toFieldText,
  toServerDate,
  type DatePreset,
  type TypedDate,
} from '../../../ui/typed-date.ts';
import styles from '../documents.module.css';

export interface DateFormProps {
  readonly job: DocumentJob;
  /**
   * The document's text, to read the date from; null while it is not valid JSON, because then there is no place to
   * write to.
   */
  readonly text: string | null;
  /** Writes into the current text, which can be newer than `text`. */
  readonly onDate: (date: ServerDate) => void;
  /** Typed text that is not a valid date: held by the parent, so that it outlives this form. */
  readonly typed: string | undefined;
  readonly onTyped: (typed: string | undefined) => void;
  readonly state: JobState;
  readonly now: number;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  readonly onOpenSettings: () => void;
  /** Below the effect of a date. */
  readonly children?: ReactNode;
}

export function DateForm(props: DateFormProps) {
  const { job, text, onDate, typed, onTyped, state, now, writeRefusal } = props;
  const stored: TypedDate = text === null ? { kind: 'empty' } : dateInText(text, job);
  const shown = typed ?? (stored.kind === 'date' ? toFieldText(stored.ms) : '');
  const current = typed === undefined ? stored : readTypedDate(typed);
  const title = dateTitles[job];

  const write = (date: ServerDate) => {
    onTyped(undefined);
    onDate(date);
  };
  const settle = () => {
    const date = typedServerDate(typed);
    if (date !== undefined && text !== null) write(date);
  };

  return (
    <fieldset className={styles.formGroup}>
      <legend>
        {title} <span className={styles.member}>{dateMember[job]}</span>
      </legend>
      <div
        // Enter and leaving the field apply the typed text.
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      >
        <TextField
          label="Local time"
          hideLabel
          value={shown}
          onChange={onTyped}
          placeholder="such as 2026-12-31 18:30"
          disabled={text === null}
          readOnly={writeRefusal !== undefined}
          {...(current.kind === 'unreadable' ? { error: current.reason } : {})}
          after={
            <>
              {current.kind !== 'empty' && (
                <IconButton
                  label={`Clear ${title}`}
                  icon={<X />}
                  disabled={text === null}
                  disabledReason={writeRefusal}
                  onClick={() => write(null)}
                />
              )}
              <PresetsMenu
                {...props}
                title={title}
                onPreset={(at) => write(toServerDate(at(fullSecond(Date.now()))))}
              />
            </>
          }
        />
      </div>
      {current.kind === 'date' && (
        <>
          <dl className={styles.facts}>
            <dt>UTC</dt>
            <dd className={styles.mono}>{new Date(current.ms).toISOString().replace('.000Z', 'Z')}</dd>
            <dt>When</dt>
            <dd>{whenDue(job, current.ms, now, state)}</dd>
          </dl>
          <p className={styles.note}>{dateEffects[job]}</p>
          {props.children}
          <NothingHappens job={job} state={state} onOpenSettings={props.onOpenSettings} />
        </>
      )}
    </fieldset>
  );
}

function PresetsMenu({
  title,
  text,
  writeRefusal,
  onPreset,
}: Pick<DateFormProps, 'text' | 'writeRefusal'> & {
  readonly title: string;
  readonly onPreset: (at: DatePreset['at']) => void;
}) {
  const button = (
    <IconButton
      label={`Presets for ${title}`}
      variant="secondary"
      icon={<CalendarClock />}
      disabled={text === null}
      disabledReason={writeRefusal}
    />
  );
  // A menu would open with the button refused.
  if (writeRefusal !== undefined) return button;
  return (
    <Menu
      align="end"
      trigger={button}
      items={datePresets.map(({ label, at }) => ({ id: label, label, onSelect: () => onPreset(at) }))}
    />
  );
}

function NothingHappens({
  job,
  state,
  onOpenSettings,
}: Pick<DateFormProps, 'job' | 'state' | 'onOpenSettings'>) {
  const why = whyNothing(job, state);
  if (why === undefined) return null;
  return (
    <div className={styles.warning} role="status">
      <p>{why}</p>
      <Button variant="secondary" onClick={onOpenSettings}>
        Open {jobSettings[job].name.toLowerCase()} settings
      </Button>
    </div>
  );
}

/** A preset needs no milliseconds. */
function fullSecond(ms: number): number {
  return Math.ceil(ms / 1000) * 1000;
}
