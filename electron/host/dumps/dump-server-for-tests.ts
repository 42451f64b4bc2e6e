/** Servers that refuse, stop and wait, behind the whole host. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ConnectionMode, DumpProgress } from '../../../src/contract/index.ts';
import type { HostOptions } from '../host-options.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

/** Options of an export and of an import. */
export const shared = {
  items: ['Documents' as const, 'TimeSeries' as const],
  includeExpired: true,
  includeArtificial: false,
  includeArchived: true,
  transformScript: '',
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface ServerParts {
  readonly smuggler: Answer;
  /** The answer of `operations/state`. */
  readonly state?: () => unknown;
}

export type ServerOptions = Partial<HostOptions> & { mode?: ConnectionMode };

export async function withServer(
  { smuggler, state = () => undefined }: ServerParts,
  more: ServerOptions = {},
) {
  const { mode = 'full', ...options } = more;
  const folder = await temporaryFolder();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    if (path.includes('/next-operation-id')) response.end('{"Id":7,"NodeTag":"A"}');
    else if (path.includes('/operations/state')) {
      const found = state();
      if (found === undefined) response.writeHead(404).end();
      else response.end(JSON.stringify(found));
    } else if (path.includes('/operations/kill')) response.writeHead(204).end();
    else smuggler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = await hostOn(join(folder, 'data'), {
    exportWay: { kind: 'file', choose: ({ name }) => Promise.resolve(join(folder, name)) },
    ...options,
  });
  const { connection } = await port.call('connections.save', {
    connection: {
      kind: 'server',
      name: 'Live',
      colour: 'red',
      mode,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  });
  const abort = new AbortController();
  const progress: DumpProgress[] = [];
  const target = { connection: connection.id, database: 'shop' };
  const seen = (onProgress?: (progress: DumpProgress) => void) => ({
    signal: abort.signal,
    onProgress: (each: DumpProgress) => {
      progress.push(each);
      onProgress?.(each);
    },
  });
  return {
    port,
    abort,
    requests,
    progress,
    connection,
    target,
    seen,
    files: async () => (await readdir(folder)).filter((name) => name !== 'data'),
    read: (name: string) => readFile(join(folder, name)),
    log: () => readFile(join(folder, 'data', 'logs', 'rookery.log'), 'utf8'),
  };
}

export function received(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}

export const attachment = { 'content-disposition': 'attachment; filename=x.ravendbdump' };
export const completed = { Status: 'Completed', Progress: null, Result: { Documents: { ReadCount: 2 } } };
