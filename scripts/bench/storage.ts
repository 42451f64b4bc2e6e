/** The sandbox over HTTP: durable batches, single puts, a scan. A first look; comparisons with a server belong to deeper benches. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildNative } from '../build-native.ts';
import { executable, inRoot } from '../paths.ts';
import { percentile, report } from './report.ts';

const DOCUMENTS = 100_000;
const BATCH = 1000;
const SINGLES = 500;
const agent = new Agent({ keepAlive: true });

export async function run(): Promise<void> {
  await buildNative('release');
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bench-'));
  const server = spawn(inRoot('dist/native', executable('rookeryd')), ['--data', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const line = await new Promise<string>((resolve) => createInterface(server.stdout).once('line', resolve));
    const url = line.slice(line.indexOf('http'));
    await send(url, 'PUT', '/admin/databases?name=bench&replicationFactor=1', { DatabaseName: 'bench' });

    let started = performance.now();
    for (let first = 0; first < DOCUMENTS; first += BATCH)
      await send(url, 'POST', '/databases/bench/bulk_docs', {
        Commands: Array.from({ length: BATCH }, (_, i) => ({
          Id: `orders/${first + i}`,
          Type: 'PUT',
          Document: order(first + i),
        })),
      });
    report('storage', 'put-durable', DOCUMENTS / ((performance.now() - started) / 1000), {
      batch: BATCH,
      bytes: JSON.stringify(order(0)).length,
    });

    const singles: number[] = [];
    for (let i = 0; i < SINGLES; i++) {
      started = performance.now();
      await send(url, 'PUT', `/databases/bench/docs?id=single/${i}`, order(i));
      singles.push(performance.now() - started);
    }
    report('storage', 'put-single-p50', percentile(singles, 0.5), { p99: percentile(singles, 0.99) });

    started = performance.now();
    await send(url, 'POST', '/databases/bench/queries', {
      Query: "from Orders where Freight > 99.5 and Company = 'companies/7-A' limit 0, 10",
    });
    report('storage', 'query-scan', DOCUMENTS / ((performance.now() - started) / 1000));
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    agent.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** About 400 bytes, the size of a small order. */
const order = (number: number): Record<string, unknown> => ({
  Company: `companies/${number % 97}-A`,
  Employee: `employees/${number % 9}-A`,
  OrderedAt: new Date(1_700_000_000_000 + number * 60_000).toISOString(),
  Freight: (number * 7919) % 100,
  ShipTo: { Line1: `${number} Harbour Road`, City: 'Lisbon', Country: 'Portugal' },
  Lines: [
    { Product: `products/${number % 50}-A`, Quantity: number % 30, PricePerUnit: 12.5 },
    { Product: `products/${(number * 3) % 50}-A`, Quantity: 3, PricePerUnit: 7.25 },
  ],
  '@metadata': { '@collection': 'Orders' },
});

function send(url: string, method: string, path: string, body: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url + path,
      { method, agent, headers: { 'content-type': 'application/json' } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          if ((answer.statusCode ?? 500) >= 400)
            reject(new Error(`${method} ${path}: ${String(answer.statusCode)} ${text.slice(0, 500)}`));
          else resolve(text);
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}
