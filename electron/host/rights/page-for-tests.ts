/** What a compromised page sends through the real port to raise its access, and the answer that it gets. */
import type { Port, ServerConnection } from '../../../src/contract/index.ts';

export type Wanted = Omit<ServerConnection, 'id'> & { id?: string };

export const readOnly: Wanted = {
  kind: 'server',
  name: 'Live',
  colour: 'red',
  mode: 'read-only',
  url: 'http://127.0.0.1:1',
};

export const save = (port: Port, connection: Wanted) => port.call('connections.save', { connection });
export const stored = async (port: Port) =>
  (await port.call('connections.list', {})).connections.map((each) => each.connection);
export const refused = { code: 'not-confirmed' };
