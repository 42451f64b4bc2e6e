/** Copies through the whole host, between scripted servers. */
import type { IncomingMessage } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConnectionMode, CopyPlan } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

interface Row {
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
const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from }, (_, at) => ({ id: `items/${from + at}`, version: `A:${from + at}` }));

interface Rules {
  readonly mode?: ConnectionMode;
  readonly confirm?: (text: ConfirmationText) => boolean;
  /** Ids that the target refuses. */
  readonly refused?: ReadonlySet<string>;
  readonly plan?: Partial<CopyPlan>;
  readonly targetId?: string;
}

/** A source whose rows a test changes, and a target that remembers what it received. */
async function copying(
  documents: Row[],
  { mode = 'full', confirm, refused = new Set(), plan, targetId = 'target' }: Rules = {},
) {
  const requests: string[] = [];
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
    if (request.url?.includes('/collections/stats'))
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
  return { run, resume, dropAnswers, port, id, requests, written, hooks, shown, states };
}

describe('a copy', () => {
  it('keeps texts and metadata of clients, and leaves no state', async () => {
    const exact = { id: 'items/x', version: 'A:9', members: '"N":12345678901234567890' };
    const { run, written, requests, states } = await copying([...rows(0, 1500), exact]);
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'completed', resumable: false });
    expect(outcome.report.counts).toMatchObject([
      { name: 'Items', expected: 1501, copied: 1501, rejected: 0 },
    ]);
    expect(written.size).toBe(1501);
    expect(written.get('items/7')).toEqual({
      N: 1,
      '@metadata': { '@collection': 'Items', Custom: 'x' },
    });
    expect(
      requests.filter((each) => each.startsWith('source')).map((each) => each.split('?')[0]),
    ).not.toContain('source POST /databases/shop/bulk_docs');
    expect(await states()).toEqual([]);
  });

  it('misses no document that another client changes between two parts', async () => {
    const documents = rows(0, 3000);
    const { run, written, hooks } = await copying(documents);
    let parts = 0;
    hooks.onRead = () => {
      parts++;
      // Documents of the first part are saved again: they move to the end, and the others to the front.
      if (parts === 2)
        for (const moved of documents.splice(0, 700))
          documents.push({ ...moved, version: `${moved.version}-2` });
    };
    await run();
    expect(parts).toBeGreaterThan(2);
    expect(rows(0, 3000).filter(({ id }) => !written.has(id))).toEqual([]);
  });

  it('reports each rejected document, and copies the others of its batch', async () => {
    const refused = new Set(['items/3', 'items/77']);
    const { run, written } = await copying(rows(0, 100), { refused });
    const { kind, report } = await run();
    expect(kind).toBe('completed');
    expect(report.rejected).toEqual([
      { kind: 'document', name: 'items/3', reason: 'Bad document items/3' },
      { kind: 'document', name: 'items/77', reason: 'Bad document items/77' },
    ]);
    expect(report.counts[0]).toMatchObject({ copied: 98, rejected: 2 });
    expect(written.size).toBe(98);
  });

  it('ends when the target refuses every document', async () => {
    const all = rows(0, 1000);
    const { run } = await copying(all, { refused: new Set(all.map(({ id }) => id)) });
    expect(await run()).toMatchObject({ kind: 'failed', resumable: true });
  });

  it('follows references level by level and masks the same value alike', async () => {
    const documents = [
      { id: 'items/1', version: 'A:1', members: '"Ref":"others/1","Mail":"ada@example.com"' },
      { id: 'others/1', version: 'A:2', members: '"Ref":"others/2","Mail":"ada@example.com"' },
      { id: 'others/2', version: 'A:3', members: '"Ref":"others/3","Mail":"bob@example.com"' },
      { id: 'others/3', version: 'A:4' },
    ];
    const { run, written } = await copying(documents, {
      plan: { sample: { kind: 'newest', count: 4 }, referenceLevels: 2, maskedFields: ['Mail'] },
    });
    await run();
    const one = written.get('items/1')?.Mail;
    expect(one).toMatch(/^[a-z]{3}@[a-z]{7}\.[a-z]{3}$/);
    expect(one).not.toBe('ada@example.com');
    expect(written.get('others/1')?.Mail).toBe(one);
    expect(written.get('others/2')?.Mail).not.toBe(one);
  });

  it('keeps existing documents, or stops at the first one', async () => {
    const kept = await copying(rows(0, 10), { plan: { existing: 'skip' } });
    kept.written.set('items/4', { Mine: true });
    expect((await kept.run()).report.counts[0]).toMatchObject({ copied: 9, skipped: 1 });
    expect(kept.written.get('items/4')).toEqual({ Mine: true });

    const stopped = await copying(rows(0, 10), { plan: { existing: 'stop' } });
    stopped.written.set('items/4', { Mine: true });
    const outcome = await stopped.run();
    expect(outcome).toMatchObject({ kind: 'failed', resumable: true });
    expect(outcome.message).toContain('copy already has the document items/4');
    expect(stopped.written.size).toBe(1);
    expect((await stopped.resume()).message).toContain('copy already has the document items/4');
    expect(stopped.written.get('items/4')).toEqual({ Mine: true });
  });
});

describe('a document that another client creates before the write', () => {
  const racing = async (existing: CopyPlan['existing']) => {
    const copy = await copying(rows(0, 10), { plan: { existing } });
    let isFirst = true;
    copy.hooks.onWrite = () => {
      if (isFirst) copy.written.set('items/4', { Mine: true });
      isFirst = false;
      return undefined;
    };
    return copy;
  };

  it('is kept with skip', async () => {
    const { run, written } = await racing('skip');
    expect((await run()).report.counts[0]).toMatchObject({ copied: 9, skipped: 1, rejected: 0 });
    expect(written.get('items/4')).toEqual({ Mine: true });
  });

  it('stops the copy with stop, also when it is resumed', async () => {
    const { run, resume, written } = await racing('stop');
    for (const outcome of [await run(), await resume()]) {
      expect(outcome).toMatchObject({ kind: 'failed', resumable: true });
      expect(outcome.message).toContain('already has the document items/4');
    }
    expect(written.get('items/4')).toEqual({ Mine: true });
    written.delete('items/4');
    expect(await resume()).toMatchObject({ kind: 'completed', report: { counts: [{ copied: 10 }] } });
    expect(written.size).toBe(10);
  });
});

it('refuses to copy into its own source through another connection', async () => {
  const { run, written } = await copying(rows(0, 10), { targetId: 'source' });
  await expect(run()).rejects.toThrow('Source and target are the same database');
  expect(written.size).toBe(0);
});

it('raises ranges of ids, and never lowers them', async () => {
  const range = (id: string, max: number): Row => ({ id, version: `A:${max}`, members: `"Max":${max}` });
  const documents = [range('Raven/Hilo/orders', 1024), range('Raven/Hilo/companies', 32)];
  const { run, written } = await copying(documents, {
    plan: { documents: { kind: 'collections', collections: ['@hilo'] }, existing: 'skip' },
  });
  written.set('Raven/Hilo/orders', { Max: 64 });
  written.set('Raven/Hilo/companies', { Max: 96 });
  const { report } = await run();
  expect(report.counts[0]).toMatchObject({ copied: 1, skipped: 1 });
  expect(written.get('Raven/Hilo/orders')?.Max).toBe(1024);
  expect(written.get('Raven/Hilo/companies')?.Max).toBe(96);
});

describe('a copy that stopped', () => {
  it('continues after the last written document', async () => {
    const { run, resume, written, hooks, requests, states, port, id } = await copying(rows(0, 3000));
    let writes = 0;
    hooks.onWrite = () => (++writes === 3 ? 507 : undefined);
    const failed = await run();
    expect(failed).toMatchObject({ kind: 'failed', resumable: true });
    expect(failed.message).toContain('The disk is full');
    const before = written.size;
    expect(before).toBeGreaterThan(0);
    expect(await states()).toEqual(['copy-for-a-test.json']);
    expect((await port.call('copies.unfinished', { id })).copy?.report.counts[0]?.copied).toBe(before);

    const sent = requests.length;
    const outcome = await resume();
    expect(outcome.kind).toBe('completed');
    expect(outcome.report.counts[0]).toMatchObject({ copied: 3000 });
    expect(written.size).toBe(3000);
    const batches = requests.slice(sent).filter((each) => each.includes('bulk_docs')).length;
    expect(batches).toBe(Math.ceil((3000 - before) / 512));
    expect(await states()).toEqual([]);
    await expect(resume()).rejects.toMatchObject({ code: 'bad-request' });
  });

  it('knows with stop what it wrote itself', async () => {
    const { run, resume, written, hooks, dropAnswers } = await copying(rows(0, 2000), {
      plan: { existing: 'stop' },
    });
    let writes = 0;
    hooks.onWrite = () => {
      dropAnswers(++writes === 2);
      return undefined;
    };
    expect(await run()).toMatchObject({ kind: 'failed', resumable: true });
    expect(written.size).toBeGreaterThan(512);
    expect(await resume()).toMatchObject({ kind: 'completed', report: { counts: [{ copied: 2000 }] } });
  });

  it('continues in the database whose creation was not answered', async () => {
    const { run, resume, port, written } = await copying(rows(0, 10));
    const { connections } = await port.call('connections.list', {});
    const idOf = (name: string): string =>
      connections.find((each) => each.connection.name === name)?.connection.id ?? '';
    const plan = { connection: idOf('full'), database: 'copy', create: true };
    expect(await run(undefined, { target: plan })).toMatchObject({ kind: 'failed', resumable: true });
    expect((await resume()).kind).toBe('completed');
    expect(written.size).toBe(10);
  });

  it('keeps its masks', async () => {
    const documents = rows(0, 1000).map((each) => ({ ...each, members: '"Mail":"ada@example.com"' }));
    const { run, resume, written, hooks } = await copying(documents, { plan: { maskedFields: ['Mail'] } });
    let writes = 0;
    hooks.onWrite = () => (++writes === 2 ? 507 : undefined);
    await run();
    await resume();
    expect(new Set([...written.values()].map(({ Mail }) => Mail)).size).toBe(1);
    expect(written.get('items/0')?.Mail).not.toBe('ada@example.com');
  });

  it('counts no document twice after a cancellation', async () => {
    const { run, resume, written, hooks } = await copying(rows(0, 600), {
      plan: { documentsPerSecond: 400 },
    });
    const abort = new AbortController();
    hooks.onWrite = () => {
      // After the batch is written, during the pause of the rate limit.
      setTimeout(() => abort.abort(), 60);
      return undefined;
    };
    await run(abort.signal);
    expect(written.size).toBeLessThan(600);
    const { report } = await resume();
    expect(report.counts[0]).toMatchObject({ copied: 600 });
  });

  it('was cancelled, and says so', async () => {
    const { run, hooks, port, id } = await copying(rows(0, 20_000), { plan: { documentsPerSecond: 2000 } });
    const abort = new AbortController();
    hooks.onWrite = () => {
      abort.abort();
      return undefined;
    };
    await expect(run(abort.signal)).resolves.toMatchObject({ kind: 'cancelled', resumable: true });
    await port.call('copies.forget', { id });
    expect(await port.call('copies.unfinished', { id })).toEqual({ copy: null });
  });

  it('was cancelled during the pause of its limit, and counts each document once', async () => {
    const { run, resume, hooks, written } = await copying(rows(0, 1000), {
      plan: { documentsPerSecond: 2000 },
    });
    const abort = new AbortController();
    hooks.onWrite = () => {
      setTimeout(() => abort.abort(), 100);
      return undefined;
    };
    expect((await run(abort.signal)).kind).toBe('cancelled');
    expect((await resume()).report.counts[0]).toMatchObject({ copied: 1000, skipped: 0 });
    expect(written.size).toBe(1000);
  });
});

describe('the access mode of the target', () => {
  it('read-only: refuses before anything is read', async () => {
    const { run, requests } = await copying(rows(0, 10), { mode: 'read-only' });
    await expect(run()).rejects.toMatchObject({ code: 'policy-refused' });
    expect(requests).toEqual([]);
  });

  it('guarded: shows what is copied, and writes nothing without a confirmation', async () => {
    const { run, shown, written } = await copying(rows(0, 1234), { mode: 'guarded', confirm: () => false });
    await expect(run()).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(written.size).toBe(0);
    const text = shown.at(-1);
    expect(text?.summary).toContain('Copy into the database copy');
    expect(text?.details).toContain('Documents: about 1,234');
    expect(text?.details).toContain('Collections: Items');
  });

  it('guarded: copies after the confirmation', async () => {
    const { run, written } = await copying(rows(0, 10), { mode: 'guarded', confirm: () => true });
    expect((await run()).kind).toBe('completed');
    expect(written.size).toBe(10);
  });

  it('lowered during a copy: stops it', async () => {
    const { run, hooks, port } = await copying(rows(0, 5000), { mode: 'full' });
    const { connections } = await port.call('connections.list', {});
    const target = connections.map((each) => each.connection).find(({ name }) => name === 'full');
    let lowered: Promise<unknown> | undefined;
    hooks.onWrite = () => {
      if (target) lowered ??= port.call('connections.setMode', { id: target.id, mode: 'read-only' });
      return undefined;
    };
    const outcome = await run();
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect(outcome.message).toContain('was changed during the copy');
    await lowered;
  });
});
