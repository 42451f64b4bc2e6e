import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ConnectionView } from '../../contract/index.ts';
import { successorOf } from './certificate-entries.ts';
import { expiryOf } from './certificate-expiry.ts';
import { useClock } from './use-clock.ts';

const HOUR_MS = 3_600_000;

/** The end of the client certificate in the status bar, from 30 days before it. */
export function CertificateStatus(props: {
  readonly view: ConnectionView | undefined;
  /** The status bar's button. */
  readonly className: string | undefined;
}): ReactNode {
  const session = useSession();
  const { view } = props;
  const certificate = view?.certificate;
  const now = useClock(HOUR_MS);
  if (view === undefined || certificate === undefined) return null;
  const { level, short, text } = expiryOf(certificate, now, successorOf(view, now));
  if (level === 'valid') return null;
  return (
    <button
      type="button"
      className={props.className}
      title={text}
      // Without a mark, the button has the colour of an error.
      {...(level === 'notice'
        ? { 'data-quiet': '' }
        : level === 'warning' || level === 'not-yet-valid'
          ? { 'data-warning': '' }
          : {})}
      onClick={() => session.openScreen('connections')}
    >
      <CalendarClock size={13} aria-hidden="true" />
      {`Certificate ${short}`}
    </button>
  );
}
