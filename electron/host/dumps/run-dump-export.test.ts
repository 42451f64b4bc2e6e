/** Exports of dumps through the whole host, against servers that refuse, stop and wait. */
import { describe, expect, it } from 'vitest';
import type { DumpExportOptions, DumpProgress } from '../../../src/contract/index.ts';
import { exportDump } from '../../../src/protocol/dumps.ts';
import {
  attachment,
  completed,
  received,
  shared,
  type ServerParts,
  type ServerOptions,
  withServer,
} from './dump-server-for-tests.ts';

const exported: DumpExportOptions = { ...shared, collections: ['Orders'], compression: 'Gzip' };

async function exporting(parts: ServerParts, options?: ServerOptions) {
  const server = await withServer(parts, options);
  const { port, target, seen } = server;
  return {
    ...server,
    run: (onProgress?: (progress: DumpProgress) => void) =>
      exportDump(port, { ...target, options: exported, fileName: '../dump' }, seen(onProgress)),
  };
}

describe('an export', () => {
  it('writes the bytes of the server and returns its report', async () => {
    const bodies: string[] = [];
    const { run, files, read, requests } = await exporting({
      smuggler: (request, response) => {
        void received(request).then((body) => {
          bodies.push(body);
          response.writeHead(200, attachment).end(Buffer.from([0x1f, 0x8b, 0xff, 0x00]));
        });
      },
      state: () => completed,
    });
    expect(await run()).toMatchObject({
      bytes: 4,
      file: expect.stringMatching(/dump\.ravendbdump$/) as unknown,
      result: { Documents: { ReadCount: 2 } },
    });
    expect(await files()).toEqual(['dump.ravendbdump']);
    expect((await read('dump.ravendbdump')).toString('hex')).toBe('1f8bff00');
    expect(requests).toContain('POST /databases/shop/smuggler/export?operationId=7');
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      OperateOnTypes: 'Documents,TimeSeries,TimeSeriesDeletedRanges',
      IncludeExpired: true,
      IncludeArtificial: false,
      IncludeArchived: true,
      Collections: ['Orders'],
      CompressionAlgorithm: 'Gzip',
    });
  });

  it('runs on a read-only connection', async () => {
    const { run } = await exporting(
      {
        smuggler: (_request, response) => response.writeHead(200, attachment).end('x'),
        state: () => completed,
      },
      { mode: 'read-only' },
    );
    expect(await run()).toMatchObject({ bytes: 1 });
  });

  it('leaves no file when the server reports the failure under status 200', async () => {
    const { run, files } = await exporting({
      smuggler: (_request, response) =>
        response.end(
          '{"Messages":["[14:14:46 ERROR] Error occurred during export. Exception: System.ArgumentException: Bad type\\n at x"]}',
        ),
    });
    await expect(run()).rejects.toMatchObject({
      code: 'bad-request',
      message: 'The export of shop failed: Bad type. The partial file was deleted.',
    });
    expect(await files()).toEqual([]);
  });

  it('marks the file as incomplete when the operation failed after the last byte', async () => {
    const { run, files } = await exporting({
      smuggler: (_request, response) => response.writeHead(200, attachment).end('half'),
      state: () => ({
        Status: 'Faulted',
        Result: { Message: 'System.IO.IOException: Disk error', Error: 'trace' },
      }),
    });
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^The export of shop failed: Disk error\. .* holds the first 1 KB and is incomplete/,
      ) as unknown,
    });
    expect(await files()).toEqual(['dump.ravendbdump.incomplete']);
  });

  it('deletes the partial file when it is cancelled', async () => {
    const { run, abort, files } = await exporting({
      smuggler: (_request, response) => response.writeHead(200, attachment).write('begin'),
      state: () => ({ Status: 'InProgress', Progress: { Documents: { ReadCount: 1 } } }),
    });
    await expect(
      run((progress) => {
        if (progress.kind === 'running' && progress.progress !== null) abort.abort();
      }),
    ).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The export was cancelled. The partial file was deleted.',
    });
    expect(await files()).toEqual([]);
  });

  it('deletes the file when it is cancelled after the last byte', async () => {
    let reads = 0;
    const { run, abort, files } = await exporting({
      smuggler: (_request, response) => response.writeHead(200, attachment).end('all'),
      state: () => {
        reads += 1;
        abort.abort();
        return { Status: 'InProgress' };
      },
    });
    await expect(run()).rejects.toMatchObject({
      code: 'cancelled',
      message: 'The export was cancelled. The partial file was deleted.',
    });
    expect(reads).toBeGreaterThan(0);
    expect(await files()).toEqual([]);
  });

  it('marks the file as incomplete when the server does not confirm the end', async () => {
    const { run, files } = await exporting({
      smuggler: (_request, response) => response.writeHead(200, attachment).end('all'),
    });
    await expect(run()).rejects.toMatchObject({
      message: expect.stringMatching(
        /^shop was exported, but the server did not confirm the end, so the dump can be incomplete\. .* is incomplete/,
      ) as unknown,
    });
    expect(await files()).toEqual(['dump.ravendbdump.incomplete']);
  });
});
