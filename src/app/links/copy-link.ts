/** The link to the active tab, as far as another Rookery can open it. */
import { linkServer, SANDBOX_ID, writeAppLink, type ConnectionView } from '../../contract/index.ts';
import { readQueryState } from '../../features/query/runs/query-state.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { showToast } from '../toasts/toast-store.ts';
import type { WorkspaceState } from '../workspace/workspace-store.ts';

export function copyLink(
  state: Pick<WorkspaceState, 'tabs' | 'activeTab' | 'tabStates'>,
  connections: readonly ConnectionView[],
): void {
  const link = linkToTab(state, connections);
  if (link === undefined) {
    showToast({ kind: 'info', message: 'There is no link to this tab.' });
    return;
  }
  navigator.clipboard.writeText(link).then(
    () => showToast({ kind: 'success', message: 'Link copied' }),
    (thrown: unknown) => reportProblem(thrown, 'Copying the link'),
  );
}

export function linkToTab(
  { tabs, activeTab, tabStates }: Pick<WorkspaceState, 'tabs' | 'activeTab' | 'tabStates'>,
  connections: readonly ConnectionView[],
): string | undefined {
  const tab = tabs.find(({ id }) => id === activeTab);
  const connection = connections.find((each) => each.connection.id === tab?.connectionId)?.connection;
  if (tab === undefined || connection === undefined) return undefined;
  const server = connection.kind === 'sandbox' ? SANDBOX_ID : linkServer(connection.url);
  if (server === undefined) return undefined;
  // The text as it is now, not as the tab was opened.
  const params =
    tab.screen === 'query'
      ? { query: readQueryState(tabStates[tab.id], tab.params.query ?? '').text }
      : tab.params;
  return writeAppLink({ screen: tab.screen, server, database: tab.database ?? undefined, params });
}
