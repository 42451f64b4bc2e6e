/** Planned recordings that were not made. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MissedRecording } from '../../../contract/index.ts';
import { Banner, formatDateTime, IconButton } from '../../../ui/index.ts';
import { databasesText } from './running-text.ts';

export function MissedList(props: {
  readonly missed: readonly MissedRecording[];
  readonly onDismiss: (missed: MissedRecording) => void;
}): ReactNode {
  return props.missed.map((each) => (
    <Banner
      key={each.id}
      tone="warning"
      actions={
        <IconButton
          label={`Remove the missed recording of ${each.connectionName}`}
          icon={X}
          onClick={() => props.onDismiss(each)}
        />
      }
    >
      <b>Missed recording of {each.connectionName}</b> ({databasesText(each.databases)}), planned for{' '}
      <span title={formatDateTime(each.startAt, { utc: true })}>{formatDateTime(each.startAt)}</span>:{' '}
      {each.reason}
    </Banner>
  ));
}
