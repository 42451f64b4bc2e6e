/** The list of connections: the sandbox, which is always there, and the servers a person added. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  PortError,
  SANDBOX_ID,
  serverConnection,
  type Connection,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { JsonFile, type Notice } from './json-file.ts';

const schema = z.object({ connections: z.array(serverConnection) });

const sandbox: Connection = {
  id: SANDBOX_ID,
  kind: 'sandbox',
  name: 'Sandbox',
  colour: 'slate',
  mode: 'full',
};

export class ConnectionStore {
  private readonly file: JsonFile<typeof schema>;

  private constructor(file: JsonFile<typeof schema>) {
    this.file = file;
  }

  static async open(folder: string): Promise<{ store: ConnectionStore; notices: Notice[] }> {
    const { file, notices } = await JsonFile.open({
      folder,
      name: 'connections',
      what: 'the list of connections',
      schema,
      empty: { connections: [] },
    });
    return { store: new ConnectionStore(file), notices };
  }

  list(): Connection[] {
    return [sandbox, ...this.file.value.connections];
  }

  get(id: string): Connection {
    const found = this.list().find((each) => each.id === id);
    if (!found)
      throw new PortError({
        code: 'unknown-connection',
        message: `There is no connection with the id "${id}". It may have been removed in another window.`,
      });
    return found;
  }

  async save(
    wanted: Omit<ServerConnection, 'id'> & { id?: string | undefined },
  ): Promise<{ saved: ServerConnection; before: ServerConnection | undefined }> {
    const { connections } = this.file.value;
    const before = wanted.id === undefined ? undefined : this.existingServer(wanted.id);
    const saved: ServerConnection = { ...wanted, id: before?.id ?? randomUUID() };
    await this.file.save({
      connections: before
        ? connections.map((each) => (each.id === saved.id ? saved : each))
        : [...connections, saved],
    });
    return { saved, before };
  }

  async remove(id: string): Promise<void> {
    this.existingServer(id);
    await this.file.save({ connections: this.file.value.connections.filter((each) => each.id !== id) });
  }

  private existingServer(id: string): ServerConnection {
    const found = this.get(id);
    if (found.kind !== 'server')
      throw new PortError({
        code: 'bad-request',
        message: 'The sandbox is part of Rookery: it can be neither changed nor removed.',
      });
    return found;
  }
}
