/** Opens the screen of a link on a connection that exists. */
import { linkServer, readAppLink, SANDBOX_ID, type ConnectionView, type Port } from '../../contract/index.ts';
import { addServerAt } from '../../features/connections/overlay-store.ts';
import { makeSession } from '../session/make-session.ts';
import { showToast } from '../toasts/toast-store.ts';
import { setTarget, workspaceStore } from '../workspace/workspace-store.ts';

export function openLink(port: Port, connections: readonly ConnectionView[], text: string): void {
  const reading = readAppLink(text);
  if ('problem' in reading) {
    showToast({ kind: 'warning', message: `The link was not opened: ${reading.problem}.` });
    return;
  }
  const { screen, server, database = null, params } = reading.link;
  const connectionId = connectionOf(connections, server, workspaceStore.getState().connectionId);
  if (connectionId === undefined) {
    showToast({
      kind: 'warning',
      message: `The link was not opened: no connection has the address ${server}.`,
      action: { label: 'Add server…', run: () => addServerAt(server) },
    });
    return;
  }
  setTarget({ connectionId, database });
  makeSession(port, { connectionId, database }, null).openScreen(screen, { params });
}

/** The current connection, if it is one to that server, else the first one of the list. */
export function connectionOf(
  connections: readonly ConnectionView[],
  server: string,
  current: string,
): string | undefined {
  if (server === SANDBOX_ID) return SANDBOX_ID;
  const found = connections
    .map(({ connection }) => connection)
    .filter((each) => each.kind === 'server' && linkServer(each.url) === server)
    .map(({ id }) => id);
  return found.includes(current) ? current : found[0];
}
