/** The note of the recording, and a note at a moment. */
import { useState, type ReactNode } from 'react';
import type { RecordingOverview } from '../../../contract/index.ts';
import type { RecordingChange } from '../../../protocol/recorder.ts';
import { Button, Dialog, ErrorView, TextArea, TextField, useSubmit } from '../../../ui/index.ts';
import { momentText, readNotes, type NoteDraft } from './note-draft.ts';

export function NoteDialog(props: {
  readonly overview: RecordingOverview;
  /** Of the selected row or finding, or the start of the visible time; µs since 1970. */
  readonly moment: number;
  readonly utc: boolean;
  readonly onClose: () => void;
  readonly onSave: (change: RecordingChange) => Promise<void>;
}): ReactNode {
  const { overview, moment, utc, onClose, onSave } = props;
  const before = overview.manifest.note;
  const [draft, setDraft] = useState<NoteDraft>(() => ({
    note: before,
    time: momentText(moment, utc),
    text: '',
  }));
  const submit = useSubmit();
  const read = readNotes(draft, before, overview.extent);
  const problems = read.kind === 'problems' ? read : null;
  const change = (part: Partial<NoteDraft>): void => {
    submit.clearFailure();
    setDraft({ ...draft, ...part });
  };
  return (
    <Dialog
      open
      title="Notes of the recording"
      description="A copy with the notes is written and opened. This recording stays as it is."
      onClose={onClose}
      onSubmit={() => {
        if (read.kind === 'change') void submit.run(() => onSave(read.change).then(onClose));
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={submit.busy}
            disabledReason={
              problems === null ? undefined : (problems.nothing ?? 'Correct the marked fields.')
            }
          >
            Write copy with notes
          </Button>
        </>
      }
    >
      <TextArea
        label="Note of the recording"
        rows={3}
        value={draft.note}
        error={problems?.note}
        onChange={(note) => change({ note })}
      />
      <TextArea
        label="Note at a moment"
        rows={2}
        value={draft.text}
        error={problems?.text}
        placeholder="What happened then"
        hint="It appears among the rows of the recorder."
        onChange={(text) => change({ text })}
      />
      <TextField
        label="Moment"
        mono
        value={draft.time}
        error={problems?.time}
        hint={
          utc
            ? 'UTC. The time of the selected row or finding, or the start of the visible time.'
            : 'Local time. The time of the selected row or finding, or the start of the visible time.'
        }
        onChange={(time) => change({ time })}
      />
      {submit.failure !== null && <ErrorView compact error={submit.failure} doing="Writing the notes" />}
    </Dialog>
  );
}
