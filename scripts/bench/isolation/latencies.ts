/** Latencies of single reads and single writes, each in a closed loop on connections of its own. */
import { percentile } from '../report.ts';
import { idOf, order } from '../storage/documents.ts';
import type { Side } from '../storage/sides.ts';
import { openConnection, requestText } from './raw-connection.ts';

const READING = 2;
const WRITING = 1;

/** Milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly count: number;
}

export interface Measured {
  readonly reads: Latencies;
  readonly writes: Latencies;
}

/** Reads documents 0 … `documents` at random and saves new ones whose ids begin with `prefix`, for some seconds. */
export async function measureLatencies(
  { url }: Side,
  database: string,
  documents: number,
  seconds: number,
  prefix: string,
): Promise<Measured> {
  const path = `/databases/${database}/docs?id=`;
  const end = performance.now() + seconds * 1000;
  const read = (): string => requestText(url, 'GET', path + idOf(Math.floor(Math.random() * documents)));
  const write = (number: number): string =>
    requestText(url, 'PUT', `${path}${prefix}${number}`, JSON.stringify(order(number)));
  const [reads, writes] = await Promise.all([
    closedLoops(url, READING, end, read),
    closedLoops(url, WRITING, end, write),
  ]);
  return { reads, writes };
}

async function closedLoops(
  url: string,
  connections: number,
  end: number,
  message: (number: number) => string,
): Promise<Latencies> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const one = await openConnection(url);
      try {
        for (let number = connection; performance.now() < end; number += connections) {
          const text = message(number);
          const begun = performance.now();
          await one.request(text);
          times.push(performance.now() - begun);
        }
      } finally {
        one.close();
      }
    }),
  );
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    worst: percentile(times, 1),
    count: times.length,
  };
}
