import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorView } from '../../ui/index.ts';
import { MAX_EVENTS, type IoRecording } from './io-recording.ts';
import type { IoSource } from './io-toolbar.tsx';
import styles from './io.module.css';

/** What a person must know about the completeness of what is drawn. */
export function IoNotices({
  recording,
  source,
}: {
  recording: IoRecording;
  version: number;
  source: IoSource;
}): ReactNode {
  const notices: string[] = [];
  if (recording.full)
    notices.push(
      `The recording is full (${MAX_EVENTS.toLocaleString('en')} events): newer events are not kept. Export it, then reopen this screen.`,
    );
  for (const [type, count] of recording.unknownTypes)
    notices.push(
      `${count} events of the type "${type}" are not shown: this version does not know that meter.`,
    );
  if (recording.unreadable > 0)
    notices.push(`${recording.unreadable} events had no readable date and are left out.`);
  const lost = source.kind === 'live' && source.state.kind === 'lost' ? source.state : undefined;
  return (
    <>
      {lost && <ErrorView error={lost.error} doing="Following the I/O of this database" compact />}
      {notices.map((text) => (
        <p key={text} className={styles.notice} role="status">
          {text}
        </p>
      ))}
    </>
  );
}

export function IoEmpty({ source }: { source: IoSource }): ReactNode {
  if (source.kind === 'file')
    return (
      <EmptyState
        icon={<Activity />}
        title="No events in this file"
        text="It is a valid recording, but nothing happened in it."
      />
    );
  return (
    <EmptyState
      icon={<Activity />}
      title="Waiting for the first write"
      text="Every journal write, data flush and data sync of this database appears here as it happens. Save a document, or fill the database with sample data, and watch it arrive. A recording exported by RavenDB’s Studio opens with “Open file…”."
    />
  );
}
