/** The installed engine at work: a database, a document, a query. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wine } from '../../../cross/wine.ts';
import { startInWine } from './windows-programs.ts';

const START_MS = 120_000;

export interface RunningServer {
  readonly url: string;
  /** Ends it as its parent does, and returns its exit code. */
  stop(): Promise<number | null>;
}

export async function startServer(wine: Wine, program: string, data: string): Promise<RunningServer> {
  const child = startInWine(wine, program, ['--data', data, '--port', '0', '--parent-stdin']);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  const collect = (bytes: Buffer): void => void (output += bytes.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const until = performance.now() + START_MS;
  for (;;) {
    const url = /Server available on: (http:\/\/[\d.:]+)/.exec(output)?.[1];
    if (url !== undefined)
      return {
        url,
        stop: () => {
          child.stdin?.end();
          return ended;
        },
      };
    if (performance.now() > until || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`The installed rookeryd.exe does not serve.\n${output}`);
    }
    await sleep(100);
  }
}

/** Returns what was seen, in one sentence. */
export async function useServer(url: string): Promise<string> {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return text === '' ? null : JSON.parse(text);
  };
  await send('PUT', '/admin/databases?name=shop', { DatabaseName: 'shop', Settings: {}, Disabled: false });
  const order = { Company: 'companies/1', Freight: 12.5, '@metadata': { '@collection': 'Orders' } };
  await send('PUT', '/databases/shop/docs?id=orders/1', order);
  const found = await send('POST', '/databases/shop/queries?waitForNonStaleResultsTimeout=00:01:00', {
    Query: "from Orders where Company = 'companies/1'",
  });
  const text = JSON.stringify(found);
  if (!/"TotalResults":1\b/.test(text) || !text.includes('"Freight":12.5'))
    throw new Error(`The query did not find the document: ${text.slice(0, 500)}`);
  return 'the installed rookeryd.exe created a database, stored a document and found it through an automatic index';
}
