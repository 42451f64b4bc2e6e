/** Recordings that could not be started, or ended without a complete file. */
import { FolderOpen, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FailedRecording } from '../../../contract/index.ts';
import { Banner, Button, formatDateTime, IconButton } from '../../../ui/index.ts';

export function FailedList(props: {
  readonly failed: readonly FailedRecording[];
  readonly onOpen: (name: string) => void;
  readonly onDismiss: (failed: FailedRecording) => void;
}): ReactNode {
  const { failed, onOpen, onDismiss } = props;
  return failed.map(({ name, ...each }) => (
    <Banner
      key={each.id}
      tone="warning"
      actions={
        <>
          {name !== null && (
            <Button icon={FolderOpen} onClick={() => onOpen(name)}>
              Open what was recorded
            </Button>
          )}
          <IconButton
            label={`Dismiss the failure of ${each.connectionName}`}
            icon={X}
            onClick={() => onDismiss({ name, ...each })}
          />
        </>
      }
    >
      <b>Recording {each.connectionName} failed</b> at{' '}
      <span title={formatDateTime(each.time, { utc: true })}>{formatDateTime(each.time)}</span>:{' '}
      {each.message}
    </Banner>
  ));
}
