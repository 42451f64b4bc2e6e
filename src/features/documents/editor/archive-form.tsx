/** The archive date of a document: local time, UTC, the time left, and the effect. */
import { useEffect, useState } from 'react';
import { Button, TextField } from '../../../ui/index.ts';
import {
  readTypedDate,
  toFieldText,
  toServerDate,
  whenArchived,
  type ArchivalState,
  type TypedDate,
} from './archive-at.ts';
import { readMetadataMember } from './editable-text.ts';
import styles from '../documents.module.css';

export const ARCHIVE_AT = '@archive-at';

const HOUR = 3_600_000;
const STEPS = [
  ['+1 hour', HOUR],
  ['+1 day', 24 * HOUR],
  ['+30 days', 30 * 24 * HOUR],
] as const;

export interface ArchiveFormProps {
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
  readonly state: ArchivalState;
  readonly archived: boolean;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  /** Takes the archived mark off the stored document. */
  readonly onUnarchive: () => Promise<void>;
  readonly onOpenSettings: () => void;
}

/** The date in a text, in the format of the form. */
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

/** Why the typed date cannot be saved, or null. */
export function archiveProblem(typed: string | undefined): string | undefined {
  const read = readTypedDate(typed ?? '');
  return read.kind === 'unreadable' ? read.reason : undefined;
}

/** The date to write to the document, or null for none. */
export type ServerDate = string | null;

/** The typed date in server format; undefined when the field is empty or invalid. */
export function typedServerDate(typed: string | undefined): ServerDate | undefined {
  if (typed === undefined) return undefined;
  const read = readTypedDate(typed);
  if (read.kind === 'unreadable') return undefined;
  return read.kind === 'date' ? toServerDate(read.ms) : null;
}

export function ArchiveForm({
  text,
  onDate,
  typed,
  onTyped,
  state,
  archived,
  writeRefusal,
  onUnarchive,
  onOpenSettings,
}: ArchiveFormProps) {
  const now = useNow();
  const stored: TypedDate = text === null ? { kind: 'empty' } : dateInText(text);
  const shown = typed ?? (stored.kind === 'date' ? toFieldText(stored.ms) : '');
  const current = typed === undefined ? stored : readTypedDate(typed);

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
      <legend>Archive at</legend>
      <div
        // Enter and leaving the field apply the typed text.
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
          readOnly={writeRefusal !== undefined}
          {...(current.kind === 'unreadable' ? { error: current.reason } : {})}
        />
      </div>
      <div className={styles.buttonRow}>
        {STEPS.map(([label, ms]) => (
          <Button
            key={label}
            variant="secondary"
            disabled={text === null}
            disabledReason={writeRefusal}
            onClick={() => write(toServerDate(now + ms))}
          >
            {label}
          </Button>
        ))}
        <Button
          variant="ghost"
          disabled={text === null || (current.kind === 'empty' && typed === undefined)}
          disabledReason={writeRefusal}
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
      {archived && <Unarchive onUnarchive={onUnarchive} writeRefusal={writeRefusal} />}
      {current.kind === 'date' && !archived && (
        <p className={styles.note}>
          The server then marks the document as archived and removes this date. It stays readable by id;
          indexes and subscriptions leave it out by default.
        </p>
      )}
      {current.kind === 'date' && <ArchivalWarning state={state} onOpenSettings={onOpenSettings} />}
    </fieldset>
  );
}

function Unarchive({ onUnarchive, writeRefusal }: Pick<ArchiveFormProps, 'onUnarchive' | 'writeRefusal'>) {
  const [busy, setBusy] = useState(false);
  const unarchive = async () => {
    setBusy(true);
    try {
      await onUnarchive();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.note}>
        This document is archived. Indexes and subscriptions leave it out by default. Saving does not change
        that.
      </p>
      <div className={styles.buttonRow}>
        <Button
          variant="secondary"
          disabled={busy}
          disabledReason={writeRefusal}
          onClick={() => void unarchive()}
        >
          Unarchive
        </Button>
      </div>
    </>
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

/** The current time, updated twice a minute: "in 3 minutes" must not stay for an hour. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
