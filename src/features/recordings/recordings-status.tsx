/** The running recordings in the status bar. */
import { CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestOfScreen, useSession } from '../../app/registry/index.ts';
import { useRecordingsList } from './library/use-recordings-list.ts';

export function RecordingsStatus(props: {
  /** The status bar's button. */
  readonly className: string | undefined;
}): ReactNode {
  const session = useSession();
  const { list } = useRecordingsList();
  const running = list?.running ?? [];
  if (running.length === 0) return null;
  const waiting = running.filter(({ state }) => state === 'waiting').length;
  const names = running.map(({ connectionName, state }) =>
    state === 'waiting' ? `${connectionName} (waiting)` : connectionName,
  );
  return (
    <button
      type="button"
      className={props.className}
      data-quiet=""
      title={`Recordings: ${names.join(', ')}`}
      onClick={() => {
        const { connectionId, database } = session;
        requestOfScreen({ screen: 'recording', action: 'list', connectionId, database });
        session.openScreen('recording');
      }}
    >
      <CircleDot size={13} aria-hidden="true" />
      {statusText(running.length - waiting, waiting)}
    </button>
  );
}

function statusText(recording: number, waiting: number): string {
  const parts = [
    ...(recording > 0 ? [`${recording} recording`] : []),
    ...(waiting > 0 ? [`${waiting} planned`] : []),
  ];
  return parts.join(', ');
}
