import { beforeEach, expect, it } from 'vitest';
import { SANDBOX_ID, type Connection, type ConnectionView, type Port } from '../../contract/index.ts';
import { connectionOverlays } from '../../features/connections/overlay-store.ts';
import { toastStore } from '../toasts/toast-store.ts';
import { workspaceStore } from '../workspace/workspace-store.ts';
import { linkToTab } from './copy-link.ts';
import { connectionOf, openLink } from './open-link.ts';

const server = (id: string, url: string): ConnectionView => ({
  connection: { kind: 'server', id, name: id, colour: 'blue', mode: 'read-only', url },
  needsPassword: false,
});
const sandbox: Connection = {
  kind: 'sandbox',
  id: SANDBOX_ID,
  name: 'Sandbox',
  colour: 'slate',
  mode: 'full',
};
const list = [
  { connection: sandbox, needsPassword: false },
  server('a', 'https://DB.example:443/'),
  server('b', 'https://db.example'),
];
// Opening a screen calls nothing.
const port = {} as Port;

beforeEach(() => {
  toastStore.setState({ toasts: [] });
  workspaceStore.setState({ tabs: [], activeTab: null, connectionId: SANDBOX_ID });
});

it('opens the screen of a link on the connection with its address, the current one first', () => {
  expect(connectionOf(list, 'https://db.example', SANDBOX_ID)).toBe('a');
  expect(connectionOf(list, 'https://db.example', 'b')).toBe('b');
  expect(connectionOf(list, 'https://db.example:8080', 'b')).toBeUndefined();
  openLink(port, list, 'rookery://open/query?server=https://db.example&database=shop&query=from%20Orders');
  const { tabs, connectionId } = workspaceStore.getState();
  expect(connectionId).toBe('a');
  expect(tabs).toMatchObject([
    { screen: 'query', connectionId: 'a', database: 'shop', params: { query: 'from Orders' } },
  ]);
  expect(linkToTab(workspaceStore.getState(), list)).toBe(
    'rookery://open/query?server=https%3A%2F%2Fdb.example&database=shop&query=from%20Orders',
  );
});

it('offers the form for an unknown server, and adds nothing', () => {
  openLink(port, list, 'rookery://open/query?server=https://evil.example&database=shop');
  const [toast] = toastStore.getState().toasts;
  expect(toast?.message).toContain('no connection has the address https://evil.example');
  expect(workspaceStore.getState().tabs).toEqual([]);
  toast?.action?.run();
  expect(connectionOverlays.getState().open).toMatchObject({
    kind: 'form',
    form: { url: 'https://evil.example', mode: 'read-only', certificate: 'none' },
  });
});

it('says why a link is not opened', () => {
  openLink(port, list, 'rookery://open/patch?server=sandbox&database=shop');
  expect(toastStore.getState().toasts[0]?.message).toBe(
    'The link was not opened: it names no screen that a link may open.',
  );
});
