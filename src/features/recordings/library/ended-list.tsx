/** Recordings that ended by themselves, with their files. */
import { FolderOpen, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndedRecording, RecordingsList } from '../../../contract/index.ts';
import { Banner, Button, formatDateTime, IconButton } from '../../../ui/index.ts';

export function EndedList(props: {
  readonly list: Pick<RecordingsList, 'ended' | 'stored'>;
  readonly onOpen: (ended: EndedRecording) => void;
  readonly onDismiss: (ended: EndedRecording) => void;
}): ReactNode {
  const { list, onOpen, onDismiss } = props;
  const files = new Set(list.stored.map(({ name }) => name));
  // Who stopped one knows it.
  const shown = list.ended.filter(({ stopped, name }) => !stopped && files.has(name));
  return shown.map((each) => (
    <Banner
      key={each.id}
      tone="info"
      actions={
        <>
          <Button icon={FolderOpen} onClick={() => onOpen(each)}>
            Open
          </Button>
          <IconButton
            label={`Dismiss the end of ${each.connectionName}`}
            icon={X}
            onClick={() => onDismiss(each)}
          />
        </>
      }
    >
      <b>Recording {each.connectionName} ended</b> at{' '}
      <span title={formatDateTime(each.time, { utc: true })}>{formatDateTime(each.time)}</span>: {each.reason}{' '}
      Its file is {each.name}.
    </Banner>
  ));
}
