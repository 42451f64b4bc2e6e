import { Agent, request } from 'node:http';
import { percentile } from '../report.ts';
import { idOf, order } from './documents.ts';
import type { RequestOptions, Requests } from './request-outcome.ts';

/** A substitute for wrk: slower, so its figures are comparable only with each other. */
export async function byNode(
  script: 'random-reads' | 'single-puts',
  url: string,
  { connections, seconds, args: [path = '', argument = ''] }: RequestOptions,
): Promise<Requests> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const one = (method: string, id: string, body: string | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${url}${path}/docs?id=${id}`, { method, agent }, (answer) => {
        answer.resume().on('end', () => {
          if ((answer.statusCode ?? 500) < 400) resolve();
          else reject(new Error(`${method} ${id}: ${String(answer.statusCode)}`));
        });
      });
      outgoing.on('error', reject).end(body);
    });
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let count = 0; performance.now() < end; count++) {
        const before = performance.now();
        if (script === 'single-puts')
          await one('PUT', `${argument}${connection}-${count}`, JSON.stringify(order(count)));
        else await one('GET', idOf(Math.floor(Math.random() * Number(argument))), undefined);
        times.push(performance.now() - before);
      }
    }),
  );
  agent.destroy();
  const took = (performance.now() - started) / 1000;
  return {
    requests: times.length,
    seconds: took,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed: 0,
    perSecond: times.length / took,
  };
}
