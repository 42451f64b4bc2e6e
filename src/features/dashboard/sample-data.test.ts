import { afterEach, describe, expect, it, vi } from 'vitest';
import shop from '../../../assets/sample/shop.json';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { fillSampleData, loadSampleData } from './sample-data.ts';

interface Sent {
  readonly Commands: readonly {
    readonly Type: string;
    readonly Id: string;
    readonly Document: Record<string, unknown>;
  }[];
}

function serveSample(body: string, status = 200): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}
afterEach(() => vi.unstubAllGlobals());

function database(onWrite: (sent: Sent) => void = () => undefined) {
  const port = scriptedPort({
    http: (request) => {
      expect([request.method, request.path]).toEqual(['POST', '/databases/Shop/bulk_docs']);
      onWrite(JSON.parse(request.body ?? '') as Sent);
      return { body: '{"Results":[]}' };
    },
  });
  return new ServerClient(port, 'sandbox').database('Shop');
}

describe('fillSampleData', () => {
  it('writes every document of the sample file in batches, with progress', async () => {
    serveSample(JSON.stringify(shop));
    const batches: Sent[] = [];
    const progress = vi.fn();
    const written = await fillSampleData(
      database((sent) => batches.push(sent)),
      progress,
      new AbortController().signal,
    );
    const commands = batches.flatMap((sent) => sent.Commands);
    expect(written).toBe(shop.documents.length);
    expect(commands.map((each) => each.Id)).toEqual(shop.documents.map((each) => each.Id));
    expect(commands.every((each) => each.Type === 'PUT' && '@metadata' in each.Document)).toBe(true);
    expect(Math.max(...batches.map((sent) => sent.Commands.length))).toBe(250);
    expect(progress.mock.calls[0]).toEqual([0, written]);
    expect(progress.mock.calls.at(-1)).toEqual([written, written]);
  });

  it('stops between batches when cancelled', async () => {
    serveSample(JSON.stringify(shop));
    const abort = new AbortController();
    let batches = 0;
    const work = fillSampleData(
      database(() => {
        batches++;
        abort.abort();
      }),
      () => undefined,
      abort.signal,
    );
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
