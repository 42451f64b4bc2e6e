import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button, ErrorView, Skeleton } from '../../ui/index.ts';
import { RookMark } from '../shell/rook-mark.tsx';
import shell from '../shell/shell.module.css';
import type { HostLink } from './host-link.ts';
import styles from './boot.module.css';

/** The frame shown before the shell is ready, with the reason when it cannot start. */
export function BootFrame({ link }: { readonly link: HostLink }): ReactNode {
  const state = useStore(link.store, (now) => now.state);
  return (
    <div className={shell.shell} aria-busy={state.phase === 'connecting' || state.phase === 'open'}>
      <header className={shell.title}>
        <RookMark />
        <Skeleton width={120} />
      </header>
      <div className={shell.middle}>
        <nav className={shell.rail} aria-label="Screens" />
        <main className={shell.work}>
          {state.phase === 'waiting' && (
            <ErrorView
              error={state.error}
              doing="Connecting to the Rookery host"
              retryLabel="Retry now"
              onRetry={() => link.retryNow()}
            />
          )}
          {state.phase === 'mismatch' && (
            <ErrorView error={state.error} doing="Starting the window">
              <Button variant="primary" onClick={() => window.location.reload()}>
                Reload window
              </Button>
            </ErrorView>
          )}
          {(state.phase === 'connecting' || state.phase === 'open') && (
            <p className={styles.starting} role="status">
              {state.phase === 'connecting' && state.attempt > 0
                ? 'Connecting to the Rookery host…'
                : 'Starting…'}
            </p>
          )}
        </main>
      </div>
      <footer className={shell.status} />
    </div>
  );
}
