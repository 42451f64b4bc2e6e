import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useClock } from '../../features/connections/use-clock.ts';
import { Banner, pluralize } from '../../ui/index.ts';
import { silenceOf, waitingStore } from '../boot/waiting-store.ts';

/** Screens show nothing until a server answers, so its silence is shown above them. */
export function SilentServer(props: { readonly connection: string; readonly name: string }): ReactNode {
  const waiting = useStore(waitingStore, (all) => all[props.connection]);
  const isWaiting = (waiting?.requests.length ?? 0) > 0;
  return isWaiting ? <Silence {...props} /> : null;
}

function Silence({ connection, name }: { readonly connection: string; readonly name: string }): ReactNode {
  const now = useClock(1_000);
  const waiting = useStore(waitingStore, (all) => all[connection]);
  const silent = silenceOf(waiting, now);
  const [oldest, ...others] = silent?.requests ?? [];
  if (silent === undefined || oldest === undefined) return null;
  return (
    <Banner tone="warning">
      <Hourglass size={13} aria-hidden="true" /> No answer from {name} for{' '}
      {/* A count that is read aloud every second does not help. */}
      <span aria-hidden="true">{Math.round(silent.ms / 1_000)} s</span>: <code>{oldest.what}</code>
      {others.length > 0 && ` and ${pluralize(others.length, 'other request')}`}. A request without an answer
      fails after 90 s. Check the server and the network, or test the connection.
    </Banner>
  );
}
