/** Attachments of the document: list, upload by file dialog or drop, and actions. */
import { Download, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import type { Attachment } from '../../../protocol/attachments.ts';
import {
  Badge,
  Button,
  ConfirmDialog,
  CopyButton,
  ErrorView,
  FileInput,
  formatBytes,
  pluralize,
  IconButton,
  Menu,
  SkeletonRows,
} from '../../../ui/index.ts';
import styles from './attachments.module.css';
import { RenameAttachmentDialog } from './rename-attachment-dialog.tsx';
import { useAttachments, type AttachmentsOf } from './use-attachments.ts';

interface OpenDialog {
  readonly what: 'rename' | 'delete';
  readonly attachment: Attachment;
}

export function AttachmentsPanel(props: AttachmentsOf) {
  const attachments = useAttachments(props);
  const heading = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const { list, taken } = attachments;
  const { writeRefusal } = props.database;

  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const names = taken.map((file) => file.name);

  return (
    <section
      className={styles.panel}
      aria-labelledby={heading}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        // Without this the browser would navigate to the file.
        event.preventDefault();
        event.dataTransfer.dropEffect = writeRefusal === undefined ? 'copy' : 'none';
        setOver(writeRefusal === undefined);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        if (writeRefusal === undefined) void attachments.add([...event.dataTransfer.files]);
      }}
    >
      <header className={styles.head}>
        <h3 id={heading}>Attachments</h3>
        {list && list.length > 0 && <Badge>{String(list.length)}</Badge>}
        <FileInput ref={chooser} label="Files to attach" onFiles={(files) => void attachments.add(files)} />
        <Button
          icon={<Plus />}
          busy={attachments.adding}
          disabledReason={writeRefusal}
          onClick={() => chooser.current?.click()}
        >
          {attachments.adding ? 'Attaching…' : 'Add files…'}
        </Button>
      </header>
      {list === undefined ? (
        attachments.error === null ? (
          <SkeletonRows rows={2} label="Loading attachments" />
        ) : (
          <ErrorView
            error={attachments.error}
            doing="Loading attachments"
            onRetry={attachments.retry}
            compact
          />
        )
      ) : list === null || list.length === 0 ? (
        <p className={styles.note}>
          Files stored, copied and deleted with the document.
          {writeRefusal === undefined && ' Drop files here to add them.'}
        </p>
      ) : (
        <ul className={styles.list}>
          {list.map((attachment) => (
            <AttachmentRow
              key={attachment.name}
              attachment={attachment}
              writeRefusal={writeRefusal}
              onDownload={() => void attachments.download(attachment)}
              onAsk={(what) => setDialog({ what, attachment })}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={taken.length > 0}
        title={
          taken.length === 1 ? `Replace ${names[0] ?? ''}?` : `Replace ${pluralize(taken.length, 'file')}?`
        }
        confirmLabel="Replace"
        cancelLabel={taken.length === 1 ? 'Keep existing file' : 'Keep existing files'}
        danger
        onConfirm={() => {
          attachments.skipTaken();
          void attachments.add(taken, true);
        }}
        onClose={attachments.skipTaken}
      >
        {names.join(', ')} already {taken.length === 1 ? 'exists' : 'exist'}. The existing content will be
        overwritten.
      </ConfirmDialog>
      {dialog?.what === 'rename' && (
        <RenameAttachmentDialog
          attachment={dialog.attachment}
          onRename={(name) => attachments.rename(dialog.attachment, name)}
          onClose={() => setDialog(undefined)}
        />
      )}
      <ConfirmDialog
        open={dialog?.what === 'delete'}
        title={`Delete ${dialog?.attachment.name ?? ''}?`}
        confirmLabel="Delete"
        danger
        onConfirm={() => (dialog ? attachments.remove(dialog.attachment) : undefined)}
        onClose={() => setDialog(undefined)}
      >
        The attachment will be deleted immediately ({formatBytes(dialog?.attachment.size ?? 0)}). This cannot
        be undone. Download it first to keep a copy.
      </ConfirmDialog>
    </section>
  );
}

function AttachmentRow(props: {
  readonly attachment: Attachment;
  readonly writeRefusal: string | undefined;
  readonly onDownload: () => void;
  readonly onAsk: (what: OpenDialog['what']) => void;
}) {
  const { attachment, writeRefusal, onDownload, onAsk } = props;
  const { name, contentType, size, hash } = attachment;
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.facts} title={`${pluralize(size, 'byte')}, hash ${hash}`}>
          {formatBytes(size)} · {contentType === '' ? 'no content type' : contentType}
        </span>
      </div>
      <IconButton label={`Download ${name}`} icon={<Download />} onClick={onDownload} />
      <CopyButton text={hash} label={`Copy hash of ${name}`} iconOnly />
      {writeRefusal !== undefined ? (
        <IconButton label={`Actions for ${name}`} icon={<Ellipsis />} disabledReason={writeRefusal} />
      ) : (
        <Menu
          align="end"
          trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} />}
          items={[
            {
              id: 'rename',
              label: 'Rename…',
              icon: <Pencil size={14} />,
              onSelect: () => onAsk('rename'),
            },
            {
              id: 'delete',
              label: 'Delete…',
              icon: <Trash2 size={14} />,
              danger: true,
              separated: true,
              onSelect: () => onAsk('delete'),
            },
          ]}
        />
      )}
    </li>
  );
}
