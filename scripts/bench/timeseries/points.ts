/** Points of time series: sent as one bulk insert, and read back. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { send } from '../storage/send.ts';

/** Entries of one item of a bulk insert, as official clients send them. */
const ITEM = 1024;
const START = Date.UTC(2024, 0, 1);

const agent = new Agent({ keepAlive: true });

/** The body of a bulk insert, made ahead: `points` entries, one a second, spread over `series` series of one document. */
export function bulkBody(document: string, series: number, points: number): Buffer[] {
  const each = Math.floor(points / series);
  const pieces = ['['];
  for (let at = 0; at < each; at += ITEM)
    for (let name = 0; name < series; name++) {
      const appends: string[] = [];
      for (let i = at; i < Math.min(at + ITEM, each); i++)
        appends.push(`[${START + i * 1000},1,${60 + ((i * 7 + name) % 400) / 10},"watches/${name % 4}"]`);
      pieces.push(
        `${pieces.length > 1 ? ',' : ''}{"Id":"${document}","Type":"TimeSeriesBulkInsert","TimeSeries":` +
          `{"Name":"S${name}","TimeFormat":"UnixTimeInMs","Appends":[${appends.join(',')}]}}`,
      );
    }
  pieces.push(']');
  return pieces.map((piece) => Buffer.from(piece));
}

/** Seconds from the first byte to the response. */
export async function bulkAppend(url: string, database: string, body: readonly Buffer[]): Promise<number> {
  const { Id: operation } = JSON.parse(
    await send(url, 'GET', `/databases/${database}/operations/next-operation-id`),
  ) as { Id: number };
  const started = performance.now();
  const sent = request(`${url}/databases/${database}/bulk_insert?id=${operation}`, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json' },
  });
  const answered = once(sent, 'response');
  for (const piece of body) if (!sent.write(piece)) await Promise.race([once(sent, 'drain'), answered]);
  sent.end();
  const [response] = (await answered) as [IncomingMessage];
  const text = await response.setEncoding('utf8').reduce((all: string, part: string) => all + part, '');
  if (response.statusCode !== 201) throw new Error(`the bulk insert failed: ${text.slice(0, 1000)}`);
  return (performance.now() - started) / 1000;
}

/** Seconds and bytes of one complete answer. */
export async function readAll(url: string): Promise<{ seconds: number; bytes: number }> {
  const started = performance.now();
  const sent = request(url, { agent });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const part of response) bytes += (part as Buffer).length;
  if (response.statusCode !== 200) throw new Error(`${url}: ${String(response.statusCode)}`);
  return { seconds: (performance.now() - started) / 1000, bytes };
}

export const closeAgent = (): void => agent.destroy();
