/** Copies through the whole host, between scripted servers. */
import type { IncomingMessage } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionMode, CopyPlan } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

export interface Row {
  readonly id: string;
  readonly version: string;
  readonly members?: string;
}

interface Command {
  readonly Id: string;
  readonly ChangeVector: string | null;
  readonly Document: Record<string, unknown>;
}

const line = ({ id, version, members = '"N":1' }: Row): string =>
  `{"Item":{${members},"@metadata":{"@id":"${id}","@collection":"Items","@change-vector":"${version}","Custom":"x","@flags":"HasRevisions"}}}\n`;
export const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ id: `items/${from + at}`, version: `A:${from + at}` }));

interface Rules {
  readonly mode?: ConnectionMode;
  readonly confirm?: (text: ConfirmationText) => boolean;
  /** Ids that the target refuses. */
  readonly refused?: ReadonlySet<string>;
  readonly plan?: Partial<CopyPlan>;
  readonly targetId?: string;
  /** Of the source. */
  readonly record?: Readonly<Record<string, unknown>>;
}

/** A source whose rows a test changes, and a target that remembers what it received. */
export async function copying(
  documents: Row[],
  { mode = 'full', confirm, refused = new Set(), plan, targetId = 'target', record }: Rules = {},
) {
  const requests: string[] = [];
  /** Configurations that the target received. */
  const configured: unknown[] = [];
  const written = new Map<string, Record<string, unknown>>();
  let isDropping = false;
  let created = 0;
  const hooks: { onRead?: () => void; onWrite?: (count: number) => number | undefined } = {};
  const name = (request: IncomingMessage): string => `${request.method} ${request.url ?? ''}`;
  const source = await listenHttp((request, response, body) => {
    requests.push(`source ${name(request)}`);
    if (request.url?.endsWith('/stats') && !request.url.includes('/collections/')) {
      response.end('{"DatabaseId":"source"}');
      return;
    }
    if (record !== undefined && request.url?.endsWith('/admin/record')) response.end(JSON.stringify(record));
    else if (request.url?.includes('/shop/queries?'))
      response.end(JSON.stringify({ TotalResults: documents.length, Results: [] }));
    else if (request.url?.includes('/collections/stats'))
      response.end(
        JSON.stringify({ CountOfDocuments: documents.length, Collections: { Items: documents.length } }),
      );
    else if (request.url?.includes('/streams/queries')) {
      hooks.onRead?.();
      const { Query } = JSON.parse(body) as { Query: string };
      const [, start, limit] = /limit (\d+), (\d+)$/.exec(Query) ?? [];
      const part = documents.slice(Number(start), Number(start) + Number(limit));
      response.end(`{"Stats":{"TotalResults":${documents.length}}}\n${part.map(line).join('')}`);
    } else if (request.url?.endsWith('/docs')) {
      const { Ids } = JSON.parse(body) as { Ids: string[] };
      const found = Ids.map((id) => documents.find((each) => each.id === id));
      response.end(
        `{"Results":[${found.map((each) => (each ? line(each).slice('{"Item":'.length, -2) : 'null')).join(',')}]}`,
      );
    } else response.writeHead(404).end();
  });
  const target = await listenHttp((request, response, body) => {
    requests.push(`target ${name(request)}`);
    if (request.url?.endsWith('/stats')) {
      response.end(JSON.stringify({ DatabaseId: targetId, CountOfDocuments: 0, CountOfIndexes: 0 }));
      return;
    }
    if (request.url?.includes('/admin/configuration/')) {
      configured.push(JSON.parse(body));
      response.end('{}');
      return;
    }
    if (request.url?.startsWith('/admin/databases')) {
      created++;
      if (created === 1) response.destroy();
      else response.writeHead(409).end('{"Message":"The database exists"}');
      return;
    }
    if (request.url?.includes('/docs')) {
      const { Ids } = JSON.parse(body) as { Ids: string[] };
      const found = Ids.map((id) =>
        written.has(id) ? { ...written.get(id), '@metadata': { '@id': id } } : null,
      );
      response.end(JSON.stringify({ Results: found }));
      return;
    }
    const { Commands } = JSON.parse(body) as { Commands: Command[] };
    const status = hooks.onWrite?.(Commands.length);
    const wrong = Commands.find(({ Id }) => refused.has(Id));
    const taken = Commands.find(({ Id, ChangeVector }) => ChangeVector === '' && written.has(Id));
    if (taken) {
      const Type = 'Raven.Client.Exceptions.ConcurrencyException';
      response.writeHead(409).end(JSON.stringify({ Type, Message: `${taken.Id} exists` }));
    } else if (status !== undefined) response.writeHead(status).end('{"Message":"The disk is full"}');
    else if (wrong) response.writeHead(500).end(JSON.stringify({ Message: `Bad document ${wrong.Id}` }));
    else {
      for (const { Id, Document } of Commands) written.set(Id, Document);
      if (isDropping) response.destroy();
      else response.writeHead(201).end('{"Results":[]}');
    }
  });
  const dropAnswers = (value: boolean): void => {
    isDropping = value;
  };
  const folder = await temporaryFolder();
  const shown: ConfirmationText[] = [];
  const port = await hostOn(folder, {
    confirmation: confirm
      ? {
          method: 'dialog',
          ask: (text) => {
            shown.push(text);
            return Promise.resolve(shown.length > 1 ? confirm(text) : true);
          },
        }
      : { method: 'off' },
  });
  const save = async (url: string, each: ConnectionMode): Promise<string> => {
    const connection = { kind: 'server', name: each, colour: 'red', mode: each, url } as const;
    return (await port.call('connections.save', { connection })).connection.id;
  };
  const from = await save(source.url, 'read-only');
  const to = await save(target.url, mode);
  const id = 'copy-for-a-test';
  const whole: CopyPlan = {
    source: { connection: from, database: 'shop' },
    target: { connection: to, database: 'copy', create: false },
    documents: { kind: 'collections', collections: ['Items'] },
    sample: { kind: 'all' },
    referenceLevels: 0,
    maxReferences: 100,
    maskedFields: [],
    existing: 'overwrite',
    indexes: false,
    settings: [],
    identities: false,
    documentsPerSecond: null,
    bytesPerSecond: null,
    ...plan,
  };
  const run = (signal?: AbortSignal, part: Partial<CopyPlan> = {}) =>
    port.call('copies.run', { id, plan: { ...whole, ...part } }, signal ? { signal } : {});
  const resume = () => port.call('copies.resume', { id });
  const states = async (): Promise<string[]> => {
    const names = await readdir(folder);
    return names.includes('copies') ? readdir(join(folder, 'copies')) : [];
  };
  return { run, resume, dropAnswers, port, id, requests, written, hooks, shown, states, configured };
}
