/** The running recordings in the status bar. */
import { CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestOfScreen, useSession } from '../../app/registry/index.ts';
import { isSilent } from './library/running-text.ts';
import { useRecordingsList } from './library/use-recordings-list.ts';

export function RecordingsStatus(props: {
  /** The status bar's button. */
  readonly className: string | undefined;
}): ReactNode {
  const session = useSession();
  const { list } = useRecordingsList();
  const running = list?.running ?? [];
  const missed = list?.missed ?? [];
  if (running.length + missed.length === 0) return null;
  const waiting = running.filter(({ state }) => state === 'waiting').length;
  const names = [
    ...running.map((each) =>
      each.state === 'waiting'
        ? `${each.connectionName} (waiting)`
        : isSilent(each)
          ? `${each.connectionName} (no answers)`
          : each.connectionName,
    ),
    ...missed.map(({ connectionName }) => `${connectionName} (missed)`),
  ];
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
      {statusText(running.length - waiting, waiting, missed.length)}
    </button>
  );
}

function statusText(recording: number, waiting: number, missed: number): string {
  const parts = [
    ...(recording > 0 ? [`${recording} recording`] : []),
    ...(waiting > 0 ? [`${waiting} planned`] : []),
    ...(missed > 0 ? [`${missed} missed`] : []),
  ];
  return parts.join(', ');
}
