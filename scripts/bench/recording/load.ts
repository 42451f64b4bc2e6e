/** An even load: so many requests per second, whatever the server's speed. */
import { send } from '../storage/send.ts';
import type { Side } from '../storage/sides.ts';

/** Every so many requests is a query, the others save a document. */
const QUERY_EVERY = 5;
const TICK_MS = 20;

export interface Load {
  readonly requests: number;
  /** The request that the server answered last began so long before the end of the load, in ms. */
  readonly behindMs: number;
}

/** Sends requests for a while; waits until all are answered. */
export async function evenLoad(
  side: Side,
  database: string,
  perSecond: number,
  seconds: number,
): Promise<Load> {
  const started = performance.now();
  const running = new Set<Promise<unknown>>();
  let sent = 0;
  for (;;) {
    const elapsed = performance.now() - started;
    if (elapsed >= seconds * 1000) break;
    for (const due = Math.floor((elapsed / 1000) * perSecond); sent < due; sent++) {
      const request = one(side, database, sent);
      running.add(request);
      void request.finally(() => running.delete(request));
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  const over = performance.now();
  await Promise.all(running);
  return { requests: sent, behindMs: performance.now() - over };
}

function one({ url }: Side, database: string, number: number): Promise<string> {
  const company = `companies/${String(number % 50)}`;
  if (number % QUERY_EVERY === 0)
    return send(url, 'POST', `/databases/${database}/queries`, {
      Query: `from Orders where Company = '${company}' limit 10`,
    });
  return send(url, 'PUT', `/databases/${database}/docs?id=orders/${String(number)}`, {
    Company: company,
    Text: 'a document of about four hundred bytes '.repeat(9),
    '@metadata': { '@collection': 'Orders' },
  });
}
