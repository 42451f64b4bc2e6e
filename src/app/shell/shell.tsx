import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Port } from '../../contract/index.ts';
import { ConfirmationPrompt } from '../../features/connections/confirmation-prompt.tsx';
import { connectionsQuery } from '../../features/connections/connections-query.ts';
import { connectionOverlays } from '../../features/connections/overlay-store.ts';
import { askPassword, PasswordPrompt } from '../../features/connections/password-prompt.tsx';
import { FaultBanner } from '../../features/fault-injection/fault-banner.tsx';
import { TwoFactorPrompt } from '../../features/connections/two-factor-prompt.tsx';
import { HostBanner } from '../boot/host-banner.tsx';
import type { HostLink } from '../boot/host-link.ts';
import { commandRegistry } from '../commands/command-registry.ts';
import { listenForShortcuts } from '../commands/listen-for-shortcuts.ts';
import { Palette } from '../commands/palette.tsx';
import { openOverlay, overlayStore } from '../commands/overlay-store.ts';
import { problemStore, reportProblem } from '../errors/problem-store.ts';
import { TabErrorBoundary } from '../errors/tab-error-boundary.tsx';
import { useOpenRequests } from '../launch/use-open-requests.ts';
import { incomingLink, takeIncomingLink } from '../links/incoming-links.ts';
import { openLink } from '../links/open-link.ts';
import { databasesQuery, SessionContext, useDisplayNames } from '../registry/index.ts';
import { featureCommands } from '../screens.ts';
import { makeSession } from '../session/make-session.ts';
import { ToastList } from '../toasts/toast-list.tsx';
import { CloseConfirmation } from '../workspace/close-confirmation.tsx';
import { currentDatabase, removeConnection, workspaceStore } from '../workspace/workspace-store.ts';
import { Rail } from './rail.tsx';
import { historyCommands, shellCommands } from './shell-commands.ts';
import { ShellContext } from './shell-context.ts';
import { SilentServer } from './silent-server.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleStrip } from './title-strip.tsx';
import { useConnectionWatch } from './use-connection-watch.ts';
import styles from './shell.module.css';

const WorkArea = lazy(() => import('../workspace/work-area.tsx'));
const ShortcutsSheet = lazy(() => import('../commands/shortcuts-sheet.tsx'));
const UpdatesDialog = lazy(() => import('../updates/updates-dialog.tsx'));
const ProblemsPanel = lazy(() => import('../errors/problems-panel.tsx'));
const ConnectionOverlay = lazy(() => import('../../features/connections/connection-overlay.tsx'));

/** Everything around the tabs, rendered once a port and a workspace exist. */
export function Shell({ port, link }: { readonly port: Port; readonly link: HostLink }): ReactNode {
  const connectionId = useStore(workspaceStore, (state) => state.connectionId);
  const database = useStore(workspaceStore, currentDatabase);
  const list = useQuery(connectionsQuery(port));
  const connections = list.data ?? null;
  const view = connections?.find((each) => each.connection.id === connectionId);
  const overlay = useStore(overlayStore, (state) => state.overlay);
  const connectionOverlay = useStore(connectionOverlays, (state) => state.open !== null);
  const problemsOpen = useStore(problemStore, (state) => state.open);

  const shell = useMemo(() => ({ port, connections }), [port, connections]);
  const session = useMemo(
    () => makeSession(port, { connectionId, database }, null),
    [port, connectionId, database],
  );

  useConnectionWatch(port);
  useCommands(port, session, connections, connectionId);
  useWindowTitle(view?.connection.name ?? null, database);
  useUnsavedGuard();
  useOpenRequests(session, connections);
  useIncomingLinks(port, connections);
  useEffect(() => {
    if (list.error) reportProblem(list.error, 'Loading connections');
  }, [list.error]);
  const isGone = connections !== null && view === undefined;
  useEffect(() => {
    if (isGone) removeConnection(connectionId);
  }, [isGone, connectionId]);
  const needsPassword = view?.needsPassword === true;
  useEffect(() => {
    if (needsPassword) askPassword(connectionId);
  }, [needsPassword, connectionId]);

  return (
    <ShellContext.Provider value={shell}>
      <SessionContext.Provider value={session}>
        <div className={styles.shell} data-environment={view?.connection.colour}>
          <TitleStrip />
          <HostBanner link={link} />
          {/* Reads that wait for a two-factor code have a dialog, and no silent server. */}
          {view?.connection.kind === 'server' && view.twoFactor?.state !== 'code-needed' && (
            <SilentServer connection={connectionId} name={view.connection.name} />
          )}
          {view?.connection.kind === 'sandbox' && <FaultBanner connectionId={connectionId} />}
          <div className={styles.middle}>
            <Rail />
            <main className={styles.work}>
              <TabErrorBoundary doing="Rendering the tabs" reloadLabel="Reload tabs">
                <Suspense fallback={<div className={styles.workWaiting} aria-busy="true" />}>
                  <WorkArea />
                </Suspense>
              </TabErrorBoundary>
            </main>
          </div>
          <StatusBar />
        </div>
        <ToastList />
        <CloseConfirmation />
        <PasswordPrompt port={port} connections={connections ?? []} />
        <TwoFactorPrompt port={port} connections={connections ?? []} onProblem={reportProblem} />
        <ConfirmationPrompt port={port} onProblem={reportProblem} />
        <TabErrorBoundary doing="Rendering the dialog" reloadLabel="Try again">
          {/* Not loaded late: the first letters typed after the shortcut must arrive in it. */}
          {overlay === 'palette' && <Palette />}
          <Suspense fallback={null}>
            {overlay === 'shortcuts' && <ShortcutsSheet />}
            {overlay === 'updates' && <UpdatesDialog port={port} onClose={() => openOverlay(null)} />}
            {problemsOpen && <ProblemsPanel />}
            {connectionOverlay && <ConnectionOverlay />}
          </Suspense>
        </TabErrorBoundary>
      </SessionContext.Provider>
    </ShellContext.Provider>
  );
}

function useCommands(
  port: Port,
  session: ReturnType<typeof makeSession>,
  connections: Parameters<typeof shellCommands>[0]['connections'] | null,
  connectionId: string,
): void {
  const { data: databases } = useQuery(databasesQuery(port, connectionId));
  const displayNames = useDisplayNames();
  const own = useMemo(
    () =>
      shellCommands({
        port,
        connections: connections ?? [],
        databases: databases?.map((each) => each.name) ?? [],
        displayNames,
        connectionId,
      }),
    [port, connections, databases, displayNames, connectionId],
  );
  useEffect(() => commandRegistry.add({ kind: 'shell' }, own), [own]);
  useEffect(() => commandRegistry.add({ kind: 'shell' }, historyCommands), []);
  useEffect(() => commandRegistry.add({ kind: 'shell' }, featureCommands(session)), [session]);
  useEffect(
    () =>
      listenForShortcuts(
        window,
        () => own,
        () => commandRegistry.available(workspaceStore.getState().activeTab),
      ),
    [own],
  );
}

function useIncomingLinks(port: Port, connections: Parameters<typeof openLink>[1] | null): void {
  const text = useStore(incomingLink, (state) => state.text);
  useEffect(() => {
    if (text === null || connections === null) return;
    const taken = takeIncomingLink();
    if (taken !== null) openLink(port, connections, taken);
  }, [text, port, connections]);
}

function useWindowTitle(connection: string | null, database: string | null): void {
  useEffect(() => {
    document.title = [database, connection, 'Rookery'].filter((part) => part !== null).join(' · ');
  }, [connection, database]);
}

/** The browser, or Electron, prompts before a window with unsaved changes closes. */
function useUnsavedGuard(): void {
  const unsaved = useStore(workspaceStore, (state) => state.dirty.size > 0);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

export function useRefreshAfterReconnect(generation: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Nothing to refresh on the first port.
    if (generation > 1) void queryClient.invalidateQueries();
  }, [generation, queryClient]);
}
