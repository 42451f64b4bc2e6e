/** What few recordings need, behind a line that says what differs from the defaults. */
import type { ReactNode } from 'react';
import { MAX_RECORDING_NOTE, recordedRequests, recordingLogLevel } from '../../../contract/index.ts';
import { Select, TextArea, TextField } from '../../../ui/index.ts';
import type { DraftProblems, RecordDraft } from './draft.ts';
import { changedOptions, requestTexts } from './option-texts.ts';
import styles from './record.module.css';
import { TriggersField } from './triggers-field.tsx';

export function MoreOptions(props: {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly draft: RecordDraft;
  readonly problems: DraftProblems;
  readonly onChange: (part: Partial<RecordDraft>) => void;
}): ReactNode {
  const { open, onOpen, draft, problems, onChange } = props;
  const changed = changedOptions(draft);
  return (
    <details className={styles.more} open={open} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>
        <span>More options</span>
        <span className={styles.hint}>
          {changed.length > 0
            ? changed.join(', ')
            : `${draft.length === 'next' ? 'triggers, ' : ''}log lines, requests, size limit, note`}
        </span>
      </summary>
      {draft.length === 'next' && (
        <TriggersField
          triggers={draft.triggers}
          problems={problems.triggers}
          ends={false}
          onChange={(triggers) => onChange({ triggers })}
        />
      )}
      <div className={styles.columns}>
        <Select
          label="Log lines"
          value={draft.logLevel}
          hint="The level that the server itself logs is not changed."
          options={recordingLogLevel.options.map((level) => ({
            value: level,
            label: level === 'Off' ? 'None' : level === 'Fatal' ? 'Fatal only' : `${level} and above`,
          }))}
          onChange={(logLevel) => onChange({ logLevel })}
        />
        <TextField
          label="Size limit (MB)"
          inputMode="numeric"
          value={draft.maxMegabytes}
          error={problems.maxMegabytes}
          hint={
            draft.length === 'last'
              ? 'Of the file, and of the memory until then.'
              : 'A full file ends the recording.'
          }
          onChange={(maxMegabytes) => onChange({ maxMegabytes })}
        />
        <Select
          label="Requests"
          value={draft.requests}
          hint="The server describes each of them, which costs it processor time."
          options={recordedRequests.options.map((which) => ({ value: which, label: requestTexts[which] }))}
          onChange={(requests) => onChange({ requests })}
        />
        <TextField
          label="Most messages per second"
          inputMode="numeric"
          value={draft.mostPerSecond}
          error={problems.mostPerSecond}
          hint="What sends more for some seconds is sampled: 2.5 s of every 20 s."
          onChange={(mostPerSecond) => onChange({ mostPerSecond })}
        />
      </div>
      <TextArea
        label="Note"
        rows={2}
        value={draft.note}
        maxLength={MAX_RECORDING_NOTE + 1}
        error={problems.note}
        placeholder="Why it is recorded, for whoever opens the file"
        onChange={(note) => onChange({ note })}
      />
    </details>
  );
}
