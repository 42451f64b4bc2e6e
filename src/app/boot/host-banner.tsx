import { Unplug } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../ui/index.ts';
import type { HostLink, LinkState } from './host-link.ts';
import styles from './boot.module.css';

/** Shows that the host connection is lost and being reopened; screens keep their content. */
export function HostBanner({ link }: { readonly link: HostLink }): ReactNode {
  const state = useStore(link.store, (now) => now.state);
  if (state.phase === 'open') return null;
  return (
    <div className={styles.banner} role="alert">
      <Unplug size={15} aria-hidden="true" />
      <span className={styles.bannerText}>
        <b>
          {state.phase === 'mismatch' ? 'This window is outdated.' : 'The Rookery host stopped responding.'}
        </b>{' '}
        <BannerText state={state} />
      </span>
      {state.phase === 'mismatch' ? (
        <Button onClick={() => window.location.reload()}>Reload window</Button>
      ) : (
        <Button disabled={state.phase === 'connecting'} onClick={() => link.retryNow()}>
          Reconnect now
        </Button>
      )}
    </div>
  );
}

function BannerText({ state }: { readonly state: Exclude<LinkState, { phase: 'open' }> }): ReactNode {
  switch (state.phase) {
    case 'mismatch':
      return state.error.message;
    case 'connecting':
      return 'Reconnecting…';
    case 'waiting':
      return (
        <>
          {state.error.message} <Countdown until={state.retryAt} />
        </>
      );
  }
}

function Countdown({ until }: { readonly until: number }): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  // Announced once with the banner: a countdown read aloud every second does not help.
  return <span aria-hidden="true">Next attempt in {seconds} s.</span>;
}
