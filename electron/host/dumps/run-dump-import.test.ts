/** Imports of dumps through the whole host, against servers that refuse, stop and wait. */
import { describe, expect, it, vi } from 'vitest';
import type { DumpImportOptions, DumpProgress } from '../../../src/contract/index.ts';
import { importDump } from '../../../src/protocol/dumps.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import {
  received,
  shared,
  type ServerParts,
  type ServerOptions,
  withServer,
} from './dump-server-for-tests.ts';

const imported: DumpImportOptions = { ...shared, removeAnalyzers: false, skipRevisionCreation: true };

async function importing(parts: ServerParts, more?: ServerOptions) {
  const server = await withServer(parts, more);
  const { port, target, seen } = server;
  return {
    ...server,
    send: (
      file: Blob,
      onProgress?: (progress: DumpProgress) => void,
      options: Partial<DumpImportOptions> = {},
    ) =>
      importDump(
        port,
        { ...target, options: { ...imported, ...options }, fileName: 'a"\r\nb.ravendbdump' },
        file,
        seen(onProgress),
      ),
  };
}

describe('an import', () => {
  it('sends options and file as a form of a known length', async () => {
    const bodies: string[] = [];
    const { send, requests } = await importing({
      smuggler: (request, response) => {
        void received(request).then((body) => {
          expect(request.headers['content-length']).toBe(String(body.length));
          bodies.push(body);
          response.end('{"Documents":{"ReadCount":3}}');
        });
      },
    });
    const content = 'x'.repeat(2_500_000);
    expect(await send(new Blob([content]))).toEqual({
      kind: 'completed',
      message: '',
      detail: '',
      result: { Documents: { ReadCount: 3 } },
    });
    expect(requests).toContain('POST /databases/shop/smuggler/import?operationId=7');
    const body = bodies[0] ?? '';
    expect(body).toContain('name="importOptions"');
    expect(body).toContain('"SkipRevisionCreation":true');
    // The name cannot end its header.
    expect(body).toContain('filename="a___b.ravendbdump"');
    expect(body.split('\r\n\r\n')[2]?.split('\r\n--')[0]).toBe(content);
  });

  it('reports what was imported when the server answers before the end of the file', async () => {
    const { send } = await importing({
      smuggler: (request, response) => {
        request.once('data', () =>
          response
            .writeHead(500)
            .end(
              '{"Message":"System.IO.InvalidDataException: The dump ends early","Error":"System.IO.InvalidDataException: trace","Result":{"Documents":{"ReadCount":5}}}',
            ),
        );
      },
    });
    const outcome = await send(new Blob([new Uint8Array(40 * 1024 * 1024)]));
    expect(outcome).toMatchObject({ kind: 'failed', result: { Documents: { ReadCount: 5 } } });
    expect(outcome.message).toMatch(
      /^The import into shop failed: The dump ends early\. The file is damaged/,
    );
  });

  it('reads the reason from the operation when the connection breaks', async () => {
    const { send, log } = await importing({
      smuggler: (request) => request.once('data', () => request.socket.destroy()),
      state: () => ({ Status: 'Faulted', Result: { Message: 'Empty stream', Error: '' } }),
    });
    expect(await send(new Blob(['x'.repeat(100)]))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/failed: Empty stream\./) as unknown,
    });
    await expect.poll(log).toMatch(/"level":"warn","event":"dump-ended",.*"outcome":"failed"/);
  });

  it('stops the operation of the server when it is cancelled', async () => {
    const { send, abort, requests } = await importing({
      smuggler: (request) => request.resume(),
      state: () => ({ Status: 'InProgress', Progress: { Documents: { ReadCount: 9 } } }),
    });
    const outcome = await send(new Blob(['x'.repeat(100)]), (progress) => {
      if (progress.kind === 'running' && progress.progress !== null) abort.abort();
    });
    expect(outcome).toMatchObject({ kind: 'cancelled', result: { Documents: { ReadCount: 9 } } });
    expect(requests).toContain('POST /databases/shop/operations/kill?id=7');
  });

  it('fails when the file cannot be read to its end', async () => {
    const { send } = await importing({ smuggler: (request) => request.resume() });
    const file = new Blob(['x'.repeat(100)]);
    vi.spyOn(file, 'slice').mockImplementation(() => {
      throw new Error('The file was removed');
    });
    expect(await send(file)).toMatchObject({
      kind: 'failed',
      message:
        'The file could not be read to its end: The file was removed. Items that were imported before stay.',
    });
  });

  it('is refused on a read-only connection before anything is sent', async () => {
    const { send, requests } = await importing({ smuggler: () => undefined }, { mode: 'read-only' });
    await expect(send(new Blob(['x']))).rejects.toMatchObject({ code: 'policy-refused' });
    expect(requests).toEqual([]);
  });

  it('is confirmed on a guarded connection, with file and items in the question', async () => {
    const asked: ConfirmationText[] = [];
    const answers = [true, false];
    const { send, requests, log } = await importing(
      { smuggler: (request, response) => void received(request).then(() => response.end('{}')) },
      {
        mode: 'guarded',
        confirmation: {
          method: 'dialog',
          ask: (text) => {
            asked.push(text);
            // The first question is the one of the new connection.
            return Promise.resolve(asked.length === 1 || (answers.shift() ?? false));
          },
        },
      },
    );
    const options: Partial<DumpImportOptions> = {
      items: ['Documents', 'TimeSeries', 'Documents'],
      removeAnalyzers: true,
      transformScript: 'delete\n  this.x;',
    };
    expect(await send(new Blob(['abc']), undefined, options)).toMatchObject({ kind: 'completed' });
    expect(asked[1]?.details).toEqual([
      'Import into the server database shop: existing items with the same ids are overwritten',
      expect.stringMatching(/^File: a"..b\.ravendbdump \(3 bytes\)$/),
      'Items: Documents, TimeSeries',
      'Script: delete this.x;',
      'Overwritten documents leave no revision',
      'Analyzers of index fields are removed',
    ]);
    const before = requests.length;
    await expect(send(new Blob(['abc']))).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(requests.slice(before)).toEqual([]);
    await expect.poll(log).toMatch(/"event":"dump-failed",.*"code":"not-confirmed"/);
    expect(await log()).not.toContain('this.x');
  });

  it('takes no piece out of order, for an unknown import, or beyond the size', async () => {
    const { port, connection } = await importing({ smuggler: (request) => request.resume() });
    const id = '123456789';
    expect(await port.call('dumps.piece', { id, offset: 0, bytes: 'AA==' })).toEqual({ wanted: false });
    const abort = new AbortController();
    const ready = (async () => {
      for await (const progress of port.open('dumps.progress', { id }))
        if (progress.kind !== 'choosing') return;
    })();
    const work = port.call(
      'dumps.import',
      { id, connection: connection.id, database: 'shop', options: imported, fileName: 'x', size: 3 },
      { signal: abort.signal },
    );
    await ready;
    await expect(port.call('dumps.piece', { id, offset: 1, bytes: 'AA==' })).rejects.toMatchObject({
      message: expect.stringContaining('out of order') as unknown,
    });
    await expect(port.call('dumps.piece', { id, offset: 0, bytes: 'AAAAAAAA' })).rejects.toMatchObject({
      message: expect.stringContaining('does not fit its size of 3 bytes') as unknown,
    });
    abort.abort();
    expect(await work).toMatchObject({ kind: 'cancelled' });
  });
});
