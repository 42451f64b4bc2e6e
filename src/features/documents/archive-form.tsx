/** The archive date of a document: a local time, what it is in UTC, how far away, and what will happen then. */
import { useEffect, useState } from 'react';
import { Button, TextField } from '../../ui/index.ts';
import {
  readTypedDate,
  toFieldText,
  toServerDate,
  whenArchived,
  type ArchivalState,
  type TypedDate,
} from './archive-at.ts';
import { readMetadataMember, writeMetadataMember } from './editable-text.ts';
import styles from './documents.module.css';

export const ARCHIVE_AT = '@archive-at';

const HOUR = 3_600_000;
const STEPS = [
  ['+1 hour', HOUR],
  ['+1 day', 24 * HOUR],
  ['+30 days', 30 * 24 * HOUR],
] as const;

export interface ArchiveFormProps {
  /** The document's text; null while it is not JSON, for then there is no place to write to. */
  readonly text: string | null;
  readonly onText: (text: string) => void;
  /** What was typed and could not be read: held by the owner, so that it outlives this form. */
  readonly typed: string | undefined;
  readonly onTyped: (typed: string | undefined) => void;
  readonly state: ArchivalState;
  readonly archived: boolean;
  readonly onOpenSettings: () => void;
}

/** The date in a text, as the form shows it. */
function dateInText(text: string): TypedDate {
  const found = readMetadataMember(text, ARCHIVE_AT);
  if (found.kind === 'absent') return { kind: 'empty' };
  if (found.kind === 'odd')
    return { kind: 'unreadable', reason: `The text holds ${found.json} here, which is not a date.` };
  const read = readTypedDate(found.value);
  return read.kind === 'unreadable'
    ? { kind: 'unreadable', reason: `The text holds "${found.value}", which the server will refuse.` }
    : read;
}

/** The reason why what is typed cannot be saved, if there is one. */
export function archiveProblem(typed: string | undefined): string | undefined {
  const read = readTypedDate(typed ?? '');
  return read.kind === 'unreadable' ? read.reason : undefined;
}

/** The text with what is typed in it; the same text when nothing is typed or it cannot be read. */
export function withTypedDate(text: string, typed: string | undefined): string {
  if (typed === undefined) return text;
  const read = readTypedDate(typed);
  if (read.kind === 'unreadable') return text;
  return writeMetadataMember(text, ARCHIVE_AT, read.kind === 'date' ? toServerDate(read.ms) : null);
}

export function ArchiveForm({
  text,
  onText,
  typed,
  onTyped,
  state,
  archived,
  onOpenSettings,
}: ArchiveFormProps) {
  const now = useNow();
  const stored: TypedDate = text === null ? { kind: 'empty' } : dateInText(text);
  const shown = typed ?? (stored.kind === 'date' ? toFieldText(stored.ms) : '');
  const current = typed === undefined ? stored : readTypedDate(typed);

  const write = (ms: number | null) => {
    if (text === null) return;
    onTyped(undefined);
    onText(writeMetadataMember(text, ARCHIVE_AT, ms === null ? null : toServerDate(ms)));
  };
  const settle = () => {
    if (typed === undefined || text === null || archiveProblem(typed) !== undefined) return;
    onTyped(undefined);
    onText(withTypedDate(text, typed));
  };

  return (
    <fieldset className={styles.formGroup}>
      <legend>Archive at</legend>
      <div
        // Enter and leaving the field settle what was typed; every key before that is only typing.
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      >
        <TextField
          label="Local time"
          value={shown}
          onChange={onTyped}
          placeholder="2026-12-31 18:30"
          disabled={text === null}
          {...(current.kind === 'unreadable' ? { error: current.reason } : {})}
        />
      </div>
      <div className={styles.buttonRow}>
        {STEPS.map(([label, ms]) => (
          <Button key={label} variant="secondary" disabled={text === null} onClick={() => write(now + ms)}>
            {label}
          </Button>
        ))}
        <Button
          variant="ghost"
          disabled={text === null || (current.kind === 'empty' && typed === undefined)}
          onClick={() => write(null)}
        >
          Clear
        </Button>
      </div>
      {text === null && <p className={styles.note}>The date can be set once the text is JSON again.</p>}
      {current.kind === 'date' && (
        <dl className={styles.facts}>
          <dt>UTC</dt>
          <dd className={styles.mono}>{new Date(current.ms).toISOString().replace('.000Z', 'Z')}</dd>
          <dt>When</dt>
          <dd>{whenArchived(current.ms, now, state)}</dd>
        </dl>
      )}
      {archived && (
        <p className={styles.note}>
          This document is archived already. Removing “@archived” from its text and saving brings it back.
        </p>
      )}
      {current.kind !== 'empty' && !archived && (
        <p className={styles.note}>
          The server then marks it as archived: it stays readable by id, indexes and subscriptions leave it
          out unless they are told otherwise, and this date is removed from it.
        </p>
      )}
      {current.kind !== 'empty' && <ArchivalWarning state={state} onOpenSettings={onOpenSettings} />}
    </fieldset>
  );
}

function ArchivalWarning({ state, onOpenSettings }: Pick<ArchiveFormProps, 'state' | 'onOpenSettings'>) {
  if (state.kind !== 'disabled' && state.kind !== 'never-configured') return null;
  return (
    <div className={styles.warning} role="status">
      <p>
        {state.kind === 'disabled'
          ? 'Data archival is switched off in this database: nothing will happen at that time.'
          : 'Data archival was never switched on in this database: nothing will happen at that time.'}
      </p>
      <Button variant="secondary" onClick={onOpenSettings}>
        Open data archival settings
      </Button>
    </div>
  );
}

/** The time now, renewed twice a minute: "in 3 minutes" must not stay true for an hour. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
