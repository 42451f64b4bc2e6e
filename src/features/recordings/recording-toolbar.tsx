/** What can be done with an open recording. */
import { ArrowLeft, Ellipsis, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { saveRecording } from '../../protocol/recorder.ts';
import { Button, Menu, Switch, Toolbar, ToolbarSpace, type MenuItem } from '../../ui/index.ts';
import { MaskDialog } from './changes/mask-dialog.tsx';
import { NoteDialog } from './changes/note-dialog.tsx';
import { PartDialog } from './changes/part-dialog.tsx';
import { useChangedCopy } from './changes/use-changed-copy.ts';
import { isCancelled, writeFileAndNotify } from './changes/write-file.ts';
import { CompareDialog } from './comparison/compare-dialog.tsx';
import styles from './recordings.module.css';
import { toUs } from './times.ts';
import type { ShownRecording } from './use-recording.ts';
import type { RecordingSelection } from './use-selection.ts';

export interface RecordingToolbarProps {
  readonly recording: ShownRecording;
  readonly selection: RecordingSelection;
  readonly utc: boolean;
  readonly onUtc: (utc: boolean) => void;
  /** Opens a stored recording in its place. */
  readonly onOpen: (name: string) => void;
  readonly onCompare: (name: string) => void;
  readonly onLibrary: () => void;
  readonly onClose: () => void;
}

export function RecordingToolbar(props: RecordingToolbarProps): ReactNode {
  const { recording, selection, utc, onUtc, onOpen, onCompare, onLibrary, onClose } = props;
  const session = useSession();
  const writeCopy = useChangedCopy(recording, onOpen);
  const [dialog, setDialog] = useState<'mask' | 'note' | 'part' | 'compare' | null>(null);
  const [cutting, setCutting] = useState(false);
  const { fileName, isStored, overview } = recording;
  const { all, range, moment } = selection;
  const isAll = range.from === all.from && range.to === all.to;
  const closeDialog = (): void => setDialog(null);

  function cut(): void {
    setCutting(true);
    const title = `Cutting ${fileName}`;
    writeCopy(title, { range: toUs(range) })
      .catch((thrown: unknown) => {
        if (isCancelled(thrown)) session.notify({ kind: 'info', message: thrown.message });
        else session.reportError(thrown, title);
      })
      .finally(() => setCutting(false));
  }

  const items: readonly MenuItem[] = [
    {
      id: 'cut',
      label: 'Cut to the visible time',
      disabled: isAll || cutting,
      ...(isAll ? { hint: 'Everything is visible: zoom in first' } : {}),
      onSelect: cut,
    },
    {
      id: 'mask',
      label: 'Mask…',
      disabled: overview.manifest.masked,
      ...(overview.manifest.masked ? { hint: 'It is masked already' } : {}),
      onSelect: () => setDialog('mask'),
    },
    { id: 'note', label: 'Note…', onSelect: () => setDialog('note') },
    { id: 'part', label: 'Export…', separated: true, onSelect: () => setDialog('part') },
    {
      id: 'save',
      label: 'Save a copy…',
      disabled: !isStored,
      ...(isStored ? {} : { hint: 'It was opened from a file of yours' }),
      onSelect: () =>
        writeFileAndNotify(session, `Saving a copy of ${fileName}`, (options) =>
          saveRecording(session.port, fileName, options),
        ),
    },
    { id: 'compare', label: 'Compare with…', separated: true, onSelect: () => setDialog('compare') },
  ];

  return (
    <>
      <Toolbar label="Recording">
        <Button variant="ghost" icon={ArrowLeft} onClick={onLibrary}>
          All recordings
        </Button>
        <span className={styles.file} title={fileName}>
          {fileName}
        </span>
        <ToolbarSpace />
        <Switch label="UTC" checked={utc} onChange={onUtc} />
        <Menu
          align="end"
          trigger={
            <Button icon={Ellipsis} busy={cutting}>
              Actions
            </Button>
          }
          items={items}
        />
        <Button variant="ghost" icon={X} onClick={onClose}>
          Close recording
        </Button>
      </Toolbar>
      {dialog === 'mask' && (
        <MaskDialog onClose={closeDialog} onMask={() => writeCopy(`Masking ${fileName}`, { mask: true })} />
      )}
      {dialog === 'note' && (
        <NoteDialog
          overview={overview}
          moment={moment ?? toUs(range).from}
          utc={utc}
          onClose={closeDialog}
          onSave={(change) => writeCopy(`Writing notes of ${fileName}`, change)}
        />
      )}
      {dialog === 'part' && <PartDialog recording={recording} onClose={closeDialog} />}
      {dialog === 'compare' && (
        <CompareDialog
          name={fileName}
          isStored={isStored}
          onClose={closeDialog}
          onCompare={(name) => {
            closeDialog();
            onCompare(name);
          }}
        />
      )}
    </>
  );
}
