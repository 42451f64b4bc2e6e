import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Port } from '../../contract/index.ts';
import { askPassword } from '../../features/connections/password-prompt.tsx';
import { openPackages } from '../../protocol/debug-package/open-packages.ts';
import { packagePort } from '../../protocol/debug-package/package-port.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { TabErrorBoundary } from '../errors/tab-error-boundary.tsx';
import { screenById } from '../screens.ts';
import { Shell, useRefreshAfterReconnect } from '../shell/shell.tsx';
import { applyTheme } from '../theme/theme.ts';
import { showToast } from '../toasts/toast-store.ts';
import { loadWorkspace, saveWorkspaceChanges } from '../workspace/persist-workspace.ts';
import { BootFrame } from './boot-frame.tsx';
import type { HostLink } from './host-link.ts';
import { makeQueryClient } from './query-client.ts';
import { clearTraffic, recordAnswer, recordSocket } from './traffic-store.ts';
import { clearWaiting, recordRequest } from './waiting-store.ts';
import { watchPort } from './watched-port.ts';

const queryClient = makeQueryClient();

/** Boots the shell: port, settings, workspace. After a lost connection it keeps the state and opens a new port. */
export function AppRoot({ link }: { readonly link: HostLink }): ReactNode {
  return (
    <TabErrorBoundary doing="Starting Rookery" reloadLabel="Reload">
      <QueryClientProvider client={queryClient}>
        <Started link={link} />
      </QueryClientProvider>
    </TabErrorBoundary>
  );
}

function Started({ link }: { readonly link: HostLink }): ReactNode {
  const raw = useStore(link.store, (now) => now.port);
  const generation = useStore(link.store, (now) => now.generation);
  const port = useMemo(() => (raw === null ? null : watched(raw)), [raw]);
  const ready = useWorkspace(port, link);
  useRefreshAfterReconnect(generation);
  if (port === null || !ready) return <BootFrame link={link} />;
  return <Shell port={port} link={link} />;
}

function watched(port: Port): Port {
  clearTraffic();
  clearWaiting();
  return watchPort(packagePort(port, openPackages), {
    onAnswer: recordAnswer,
    onSocket: recordSocket,
    onRequest: recordRequest,
    onPasswordNeeded: (connection) => askPassword(connection),
  });
}

/** Loads settings and workspace through the first port. Later changes are saved through the current port. */
function useWorkspace(port: Port | null, link: HostLink): boolean {
  const [ready, setReady] = useState(false);
  const started = ready || port !== null;
  useEffect(() => {
    if (!started) return;
    const first = link.store.getState().port;
    if (first === null) return;
    const { state } = link.store.getState();
    if (state.phase === 'open')
      for (const notice of state.info.notices)
        showToast({
          kind: 'warning',
          message: notice.message,
          ...(notice.detail === undefined ? {} : { detail: notice.detail }),
        });
    first.call('settings.load', {}).then(
      ({ theme }) => applyTheme(theme),
      (thrown: unknown) => reportProblem(thrown, 'Loading settings'),
    );
    let stop: (() => void) | undefined;
    let left = false;
    void loadWorkspace(first, (id) => screenById(id) !== undefined).then(() => {
      if (left) return;
      setReady(true);
      stop = saveWorkspaceChanges(() => link.store.getState().port, window);
    });
    return () => {
      left = true;
      stop?.();
    };
  }, [started, link]);
  return ready;
}
