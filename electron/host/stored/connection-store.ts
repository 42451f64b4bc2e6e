/** The connection list: the sandbox, which is always present, and the added servers. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  certificateKey,
  connectionMode,
  PortError,
  SANDBOX_ID,
  serverConnection,
  type Connection,
  type ConnectionMode,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { JsonFile, type Notice } from './json-file.ts';

const schema = z.object({
  connections: z.array(serverConnection),
  /** Absent until its mode is changed. */
  sandbox: z.object({ mode: connectionMode }).optional(),
});

const sandbox: Connection = {
  id: SANDBOX_ID,
  kind: 'sandbox',
  name: 'Sandbox',
  colour: 'slate',
  mode: 'full',
};

/** A prepared change that is not applied yet, because it may wait for a confirmation. */
export interface PreparedChange<C extends Connection = Connection> {
  readonly before: C | undefined;
  readonly after: C;
}

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
    const { connections, sandbox: changed } = this.file.value;
    return [{ ...sandbox, ...changed }, ...connections];
  }

  get(id: string): Connection {
    const found = this.list().find((each) => each.id === id);
    if (!found)
      throw new PortError({
        code: 'unknown-connection',
        message: `The connection "${id}" does not exist. It may have been removed in another window.`,
      });
    return found;
  }

  prepareSave(
    wanted: Omit<ServerConnection, 'id'> & { id?: string | undefined },
  ): PreparedChange<ServerConnection> {
    const before = wanted.id === undefined ? undefined : this.existingServer(wanted.id);
    return { before, after: withoutRepeats({ ...wanted, id: before?.id ?? randomUUID() }) };
  }

  prepareMode(id: string, mode: ConnectionMode): PreparedChange {
    const before = this.get(id);
    return { before, after: { ...before, mode } };
  }

  /** Stores exactly the prepared change. Throws when the connection changed in the meantime. */
  async apply({ before, after }: PreparedChange): Promise<void> {
    if (before) this.mustBeUnchanged(before);
    const { value } = this.file;
    if (after.kind === 'sandbox') await this.file.save({ ...value, sandbox: { mode: after.mode } });
    else
      await this.file.save({
        ...value,
        connections: before
          ? value.connections.map((each) => (each.id === after.id ? after : each))
          : [...value.connections, after],
      });
  }

  /** For confirmed changes: the confirmation applies to the connection as it was shown. */
  mustBeUnchanged(shown: Connection): void {
    if (JSON.stringify(this.get(shown.id)) !== JSON.stringify(shown))
      throw new PortError({
        code: 'not-confirmed',
        message: `The connection "${shown.name}" was changed while it was being confirmed. Nothing was changed or sent; try again.`,
        retryable: true,
      });
  }

  async remove(id: string): Promise<void> {
    this.existingServer(id);
    const { value } = this.file;
    await this.file.save({ ...value, connections: value.connections.filter((each) => each.id !== id) });
  }

  private existingServer(id: string): ServerConnection {
    const found = this.get(id);
    if (found.kind !== 'server')
      throw new PortError({
        code: 'bad-request',
        message: 'The sandbox is part of Rookery: only its access can be changed, and it cannot be removed.',
      });
    return found;
  }
}

/** Each certificate once, and the active one not among the others. */
function withoutRepeats({ otherCertificates = [], ...rest }: ServerConnection): ServerConnection {
  const seen = new Set([certificateKey(rest.certificate)]);
  const others = otherCertificates.filter((each) => {
    const key = certificateKey(each);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return others.length === 0 ? rest : { ...rest, otherCertificates: others };
}
