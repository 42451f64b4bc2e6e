import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requestOutcome, type RequestOptions, type Requests } from './request-outcome.ts';
import { byNode } from './requests-by-node.ts';

const program = '/usr/bin/wrk';

/**
 * Sends many requests of one type for some seconds, by wrk where it is installed. A single failed request is an
 * error.
 */
export function requests(
  script: 'random-reads' | 'single-puts',
  url: string,
  options: RequestOptions,
): Promise<Requests> {
  return existsSync(program) ? byWrk(script, url, options) : byNode(script, url, options);
}

async function byWrk(script: string, url: string, options: RequestOptions): Promise<Requests> {
  const { connections, seconds, args } = options;
  const { stdout } = await promisify(execFile)(program, [
    '-t2',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    join(import.meta.dirname, `${script}.lua`),
    url,
    '--',
    ...args,
  ]);
  const line = /^JSON (.*)$/m.exec(stdout)?.[1];
  if (line === undefined) throw new Error(`wrk said nothing about its run:\n${stdout}`);
  const read = requestOutcome.parse(JSON.parse(line));
  if (read.failed > 0) throw new Error(`wrk: ${read.failed} of ${read.requests} requests failed on ${url}`);
  return { ...read, perSecond: read.requests / read.seconds };
}
