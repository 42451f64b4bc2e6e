/** Recordings that could not be started, or ended without a file. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FailedRecording } from '../../../contract/index.ts';
import { Banner, formatDateTime, IconButton } from '../../../ui/index.ts';

export function FailedList(props: {
  readonly failed: readonly FailedRecording[];
  readonly onDismiss: (failed: FailedRecording) => void;
}): ReactNode {
  return props.failed.map((each) => (
    <Banner
      key={each.id}
      tone="warning"
      actions={
        <IconButton
          label={`Dismiss the failure of ${each.connectionName}`}
          icon={X}
          onClick={() => props.onDismiss(each)}
        />
      }
    >
      <b>Recording {each.connectionName} failed</b> at{' '}
      <span title={formatDateTime(each.time, { utc: true })}>{formatDateTime(each.time)}</span>:{' '}
      {each.message}
    </Banner>
  ));
}
