/** Exports through the whole host, against servers that stop, lie and wait. */
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectionMode, ExportProgress, ExportRequest } from '../../../src/contract/index.ts';
import { runExport } from '../../../src/protocol/exports.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { listenHttp } from '../test-environment/local-server.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import type { FileToExport } from './export-way.ts';

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

const row = (n: number): string => `{"Item":{"N":${n},"@metadata":{"@id":"n/${n}"}}}\n`;
const rows = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => row(from + i)).join('');
const STATS = '{"Stats":{"TotalResults":1000,"IsStale":false}}\n';

async function exporting(answer: Answer, mode: ConnectionMode = 'full') {
  const folder = await temporaryFolder();
  const requests: string[] = [];
  const server = await listenHttp((request, response, body) => {
    requests.push(`${request.method} ${request.url}`);
    answer(response, request, body);
  });
  const choose = vi.fn<(file: FileToExport) => Promise<string | null>>(({ name }) =>
    Promise.resolve(join(folder, name)),
  );
  const port = await hostOn(join(folder, 'data'), { exportWay: { kind: 'file', choose } });
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Live', colour: 'red', mode, url: server.url },
  });
  const abort = new AbortController();
  const progress: ExportProgress[] = [];
  const run = (more: Partial<ExportRequest> = {}, onRows?: (rows: number) => void) =>
    runExport(
      port,
      {
        connection: connection.id,
        database: 'shop',
        source: { kind: 'query', query: 'from Ns', parameters: { x: 1 }, noNewIndex: false },
        format: 'ndjson',
        csv: { columns: null, metadata: false, neutralizeFormulas: true },
        fileName: '../ns',
        ...more,
      },
      {
        signal: abort.signal,
        onProgress: (each) => {
          progress.push(each);
          if (each.kind === 'rows') onRows?.(each.rows);
        },
      },
    );
  const files = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name !== 'data');
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  return { run, abort, choose, files, read, requests, progress, server };
}

it('writes every row to the file that was chosen, with the text of the server', async () => {
  const exact = '{"Item":{"N":12345678901234567890,"P":1.50,"@metadata":{"@id":"n/x"}}}\n';
  const sent: string[] = [];
  const { run, choose, files, read, progress } = await exporting((response, _request, body) => {
    sent.push(body);
    response.end(STATS + rows(0, 1000) + exact);
  });
  expect(await run()).toMatchObject({ rows: 1001, file: expect.stringMatching(/ns\.ndjson$/) as unknown });
  expect(sent).toEqual(['{"Query":"from Ns","QueryParameters":{"x":1}}']);
  expect(choose).toHaveBeenCalledWith({ name: 'ns.ndjson', format: 'ndjson' });
  expect(await files()).toEqual(['ns.ndjson']);
  const lines = (await read('ns.ndjson')).trimEnd().split('\n');
  expect(lines).toHaveLength(1001);
  expect(lines[1000]).toBe('{"N":12345678901234567890,"P":1.50,"@metadata":{"@id":"n/x"}}');
  expect(progress[0]).toEqual({ kind: 'choosing' });
});

it('reads documents by prefix, percent-encoded', async () => {
  const { run, requests, read } = await exporting((response) =>
    response.end('{"Error":"a member","@metadata":{"@id":"a"}}\n'),
  );
  await run({ source: { kind: 'documents', startsWith: "it's/ä&?" } });
  expect(requests).toEqual([
    'GET /databases/shop/streams/docs?format=jsonl&startsWith=it%27s%2F%C3%A4%26%3F',
  ]);
  expect(await read('ns.ndjson')).toContain('a member');
});

it('reads documents by their ids, a thousand per request, and without a look for an index', async () => {
  const asked: string[][] = [];
  const { run, requests, read, progress } = await exporting((response, _request, body) => {
    const { Query, QueryParameters } = JSON.parse(body) as {
      Query: string;
      QueryParameters: { ids: string[] };
    };
    expect(Query).toBe('from @all_docs where id() in ($ids)');
    asked.push(QueryParameters.ids);
    const found = QueryParameters.ids.filter((id) => id !== 'n/7');
    response.end(
      `{"Stats":{"TotalResults":${found.length}}}\n` +
        found.map((id) => `{"Item":{"@metadata":{"@id":"${id}"}}}\n`).join(''),
    );
  }, 'read-only');
  const ids = Array.from({ length: 2_500 }, (_, n) => `n/${n}`);
  expect(await run({ source: { kind: 'ids', ids } })).toMatchObject({ rows: 2_499 });
  expect(asked.map((each) => each.length)).toEqual([1_000, 1_000, 500]);
  expect(new Set(requests)).toEqual(new Set(['POST /databases/shop/streams/queries?format=jsonl']));
  expect((await read('ns.ndjson')).trimEnd().split('\n')).toHaveLength(2_499);
  for (const each of progress) if (each.kind === 'rows') expect(each.total).toBe(2_500);
});

describe('a failure in the middle', () => {
  const answers: [string, Answer, RegExp][] = [
    [
      'the server dies',
      (response) => {
        response.write(STATS + rows(0, 3) + '{"Item":{"N":');
        response.socket?.end(() => response.socket?.destroy());
      },
      /in the middle of the answer\. ns\.ndjson\.incomplete in .* holds the first 3 rows and is incomplete\./,
    ],
    [
      'the server reports an error after its status',
      (response) =>
        response.end(
          `${STATS}${rows(0, 3)}{"Error":"Raven.Client.Exceptions.InvalidQueryException: Division by zero\\n at x"}\n`,
        ),
      /^Division by zero\. ns\.ndjson\.incomplete in .* holds the first 3 rows/,
    ],
    [
      'a line is not JSON',
      (response) => response.end(`${STATS}${rows(0, 3)}<html>proxy</html>\n`),
      /^A line of the answer is not JSON\. .* holds the first 3 rows/,
    ],
  ];
  it.each(answers)(
    'keeps what was written and marks it as incomplete: %s',
    async (_what, answer, message) => {
      const { run, files, read } = await exporting(answer);
      await expect(run()).rejects.toMatchObject({ message: expect.stringMatching(message) as unknown });
      expect(await files()).toEqual(['ns.ndjson.incomplete']);
      expect((await read('ns.ndjson.incomplete')).trimEnd().split('\n')).toHaveLength(3);
    },
  );

  it('writes rows that CSV held back to find its columns', async () => {
    const { run, read } = await exporting((response) => {
      response.write(STATS + rows(0, 3));
      response.socket?.end(() => response.socket?.destroy());
    });
    await expect(run({ format: 'csv' })).rejects.toMatchObject({
      message: expect.stringContaining('the first 3 rows') as unknown,
    });
    expect(await read('ns.csv.incomplete')).toBe('\uFEFF@id,N\r\nn/0,0\r\nn/1,1\r\nn/2,2\r\n');
  });
});

it('leaves no file when the server refuses', async () => {
  const { run, files } = await exporting((response) =>
    response
      .writeHead(500)
      .end('{"Type":"X","Message":"Includes are not supported.\\nQuery: x","Error":"…"}'),
  );
  await expect(run()).rejects.toMatchObject({
    code: 'bad-request',
    message: 'The export from shop was refused: Includes are not supported. The partial file was deleted.',
  });
  expect(await files()).toEqual([]);
});

it('refuses a server that does not send lines', async () => {
  const { run, files } = await exporting((response) =>
    response.end('{"TotalResults":1,"Results":[{"N":1}]}'),
  );
  await expect(run()).rejects.toMatchObject({ code: 'too-old' });
  expect(await files()).toEqual([]);
});

it('deletes the partial file and closes the connection when it is cancelled', async () => {
  let closed: () => void = () => undefined;
  const whenClosed = new Promise<void>((resolve) => (closed = resolve));
  const { run, abort, files } = await exporting((response) => {
    response.write(STATS + rows(0, 5));
    response.on('close', closed);
  });
  const running = run({}, (count) => {
    if (count === 5) abort.abort();
  });
  await expect(running).rejects.toMatchObject({
    code: 'cancelled',
    message: 'The export was cancelled after 5 rows. The partial file was deleted.',
  });
  await whenClosed;
  expect(await files()).toEqual([]);
});

it('requests nothing when no file is chosen', async () => {
  const { run, choose, requests } = await exporting((response) => response.end(STATS));
  choose.mockResolvedValueOnce(null);
  await expect(run()).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringContaining('No file was chosen') as unknown,
  });
  expect(requests).toEqual([]);
});

it('reports a folder that cannot be written', async () => {
  const { run, choose } = await exporting((response) => response.end(STATS));
  choose.mockResolvedValueOnce('/nowhere/ns.ndjson');
  await expect(run()).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('the folder does not exist') as unknown,
  });
});

describe('without full access', () => {
  const noIndex =
    '{"Message":"Creation of Auto Indexes was disabled and no Auto Index matching the given query was found."}';

  it.each(['read-only', 'guarded'] as const)(
    'is sent on a %s connection only after an index has answered the query',
    async (mode) => {
      const bodies: string[] = [];
      const { run, requests } = await exporting((response, request, body) => {
        bodies.push(body);
        response.end(request.url?.includes('/streams/') === true ? STATS + row(1) : '{"Results":[]}');
      }, mode);
      expect(await run()).toMatchObject({ rows: 1 });
      expect(requests).toEqual([
        'POST /databases/shop/queries?disableAutoIndexCreation=true',
        'POST /databases/shop/streams/queries?format=jsonl',
      ]);
      expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ Query: 'from Ns', PageSize: 0 });
    },
  );

  it('is refused before a file is chosen when no index answers the query', async () => {
    const { run, requests, choose } = await exporting((response) => {
      response.writeHead(500).end(noIndex);
    }, 'read-only');
    await expect(run()).rejects.toMatchObject({
      code: 'policy-refused',
      message: expect.stringContaining('No index answers this query') as unknown,
    });
    expect(requests).toHaveLength(1);
    expect(choose).not.toHaveBeenCalled();
  });

  it('looks for an index with full access too, when the query forbids a new one', async () => {
    const { run, requests } = await exporting((response) => {
      response.writeHead(500).end(noIndex);
    });
    await expect(
      run({ source: { kind: 'query', query: 'from Ns', parameters: {}, noNewIndex: true } }),
    ).rejects.toMatchObject({ code: 'policy-refused' });
    expect(requests).toHaveLength(1);
  });
});

it('refuses a database name that is a path', async () => {
  const { run, requests } = await exporting((response) => response.end());
  await expect(run({ database: '../admin' })).rejects.toMatchObject({ code: 'bad-request' });
  expect(requests).toEqual([]);
});
