import { afterEach, describe, expect, it, vi } from 'vitest';
import shop from '../../../assets/sample/shop.json';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { fillSampleData, loadSampleData, planSampleData } from './sample-data.ts';

interface Sent {
  readonly Commands: readonly {
    readonly Type: string;
    readonly Id: string;
    readonly ChangeVector: string | null;
    readonly Document: Record<string, unknown>;
  }[];
}

function serveSample(body: string, status = 200): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}
afterEach(() => vi.unstubAllGlobals());

/** A database that has the documents `existing`, and records what is written. */
function database(existing: readonly string[] = [], onWrite: (sent: Sent) => void = () => undefined) {
  const port = scriptedPort({
    http: (request) => {
      if (request.path.startsWith('/databases/Shop/docs?')) {
        const { Ids } = JSON.parse(request.body ?? '') as { readonly Ids: readonly string[] };
        const Results = Ids.map((id) =>
          existing.includes(id) ? { '@metadata': { '@id': id, '@change-vector': 'A:1' } } : null,
        );
        return { body: JSON.stringify({ Results }) };
      }
      expect([request.method, request.path]).toEqual(['POST', '/databases/Shop/bulk_docs']);
      onWrite(JSON.parse(request.body ?? '') as Sent);
      return { body: '{"Results":[]}' };
    },
  });
  return new ServerClient(port, 'sandbox').database('Shop');
}

async function fill(existing: readonly string[], overwrite: boolean) {
  serveSample(JSON.stringify(shop));
  const batches: Sent[] = [];
  const progress = vi.fn();
  const client = database(existing, (sent) => batches.push(sent));
  const plan = await planSampleData(client);
  const written = await fillSampleData(client, plan, { overwrite }, progress, new AbortController().signal);
  return { plan, written, batches, progress, commands: batches.flatMap((sent) => sent.Commands) };
}

describe('fillSampleData', () => {
  it('writes every document of the sample file in batches, with progress', async () => {
    const { commands, written, batches, progress } = await fill([], false);
    expect(written).toBe(shop.documents.length);
    expect(commands.map((each) => each.Id)).toEqual(shop.documents.map((each) => each.Id));
    expect(commands.every((each) => each.Type === 'PUT' && '@metadata' in each.Document)).toBe(true);
    expect(Math.max(...batches.map((sent) => sent.Commands.length))).toBe(250);
    expect(progress.mock.calls[0]).toEqual([0, written]);
    expect(progress.mock.calls.at(-1)).toEqual([written, written]);
  });

  it('skips existing ids, and writes the others only if they are still new', async () => {
    const { plan, commands } = await fill(['products/1-A', 'orders/1-A'], false);
    expect(plan.existing.map((each) => each.Id).sort()).toEqual(['orders/1-A', 'products/1-A']);
    expect(commands).toHaveLength(shop.documents.length - 2);
    expect(commands.some((each) => each.Id === 'products/1-A')).toBe(false);
    expect(commands.every((each) => each.ChangeVector === '')).toBe(true);
  });

  it('overwrites existing ids on request', async () => {
    const { commands } = await fill(['products/1-A'], true);
    expect(commands).toHaveLength(shop.documents.length);
    expect(commands.find((each) => each.Id === 'products/1-A')?.ChangeVector).toBeNull();
  });

  it('stops between batches when cancelled', async () => {
    serveSample(JSON.stringify(shop));
    const abort = new AbortController();
    let batches = 0;
    const client = database([], () => {
      batches++;
      abort.abort();
    });
    const plan = await planSampleData(client);
    const work = fillSampleData(client, plan, { overwrite: false }, () => undefined, abort.signal);
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(batches).toBe(1);
  });
});

describe('loadSampleData', () => {
  it('names the missing file', async () => {
    serveSample('not found', 404);
    await expect(loadSampleData()).rejects.toMatchObject({
      code: 'internal',
      detail: expect.stringContaining('404') as string,
    });
  });
});
