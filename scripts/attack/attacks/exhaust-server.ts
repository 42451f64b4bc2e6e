/** What a program of this computer sends to `rookeryd` to use up its connections, memory or time, or to read other processes. */
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { broken, firstBreach, held, type Attack } from '../attack.ts';
import type { RookerydTarget } from '../rookeryd-target.ts';

const MIB = 1024 * 1024;

/** An open connection; what the server does to it later is no error. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  return socket;
}

async function closeAll(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

export const halfOpenConnections: Attack = {
  name: 'half-open-connections',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    const count = environment.size === 'full' ? 10_000 : 2_000;
    const sockets: Socket[] = [];
    let slowest = 0;
    try {
      while (sockets.length < count) {
        const socket = await open(target.port);
        socket.write('GET /databases HTTP/1.1\r\nHost: 127.');
        sockets.push(socket);
        if (sockets.length % 500 !== 0) continue;
        const started = performance.now();
        const { status } = await target.request('PUT', `/databases/a/docs?id=d${sockets.length}`, {});
        slowest = Math.max(slowest, Math.round(performance.now() - started));
        if (status !== 201)
          return broken(`Beside ${sockets.length} connections a write was answered ${status}.`);
      }
    } finally {
      await closeAll(sockets);
    }
    return slowest < 10_000
      ? held(`${count} connections, slowest write ${slowest} ms`)
      : broken(`Beside ${count} half-open connections a write took ${slowest} ms.`);
  },
};

/** Sends all but the last byte of a body, which keeps it in the server's memory. */
async function unfinishedBody(target: RookerydTarget, length: number): Promise<Socket> {
  const socket = await open(target.port);
  socket.write(
    `POST /databases/a/bulk_docs HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.write(Buffer.alloc(length - 1, ' '), resolve));
  return socket;
}

export const bodiesInMemory: Attack = {
  name: 'bodies-in-memory',
  async run(environment) {
    const target = await environment.rookeryd(['--max-body', '8', '--body-memory', '16']);
    await target.createDatabase('a');
    const sockets: Socket[] = [];
    try {
      for (let at = 0; at < 3; at++) sockets.push(await unfinishedBody(target, 5 * MIB));
      const body = `{"Commands":[]}${' '.repeat(5 * MIB)}`;
      const large = await target.request('POST', '/databases/a/bulk_docs', body);
      const small = await target.request('PUT', '/databases/a/docs?id=a', {});
      return firstBreach(
        [
          large.status === 503 && large.headers.get('retry-after') !== null
            ? undefined
            : `20 MiB of bodies were accepted although 16 may be in memory (${large.status}).`,
          small.status === 201 ? undefined : `A small write was answered ${small.status} meanwhile.`,
        ],
        'refused with Retry-After, small writes go on',
      );
    } finally {
      await closeAll(sockets);
    }
  },
};

export const decompressionBombs: Attack = {
  name: 'decompression-bomb',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    const once = gzipSync(Buffer.alloc(300 * MIB, ' '), { level: 9 });
    const attempts: [string, Uint8Array<ArrayBuffer>, number][] = [
      ['gzip', new Uint8Array(once), 413],
      ['gzip, gzip', new Uint8Array(gzipSync(once)), 415],
    ];
    const breaches: (string | undefined)[] = [];
    for (const [encoding, body, expected] of attempts) {
      const { status } = await fetch(`${target.url}/databases/a/bulk_docs`, {
        method: 'POST',
        headers: { 'content-encoding': encoding },
        body,
      });
      if (status !== expected)
        breaches.push(`${body.length} bytes of ${encoding} were answered ${status}, not ${expected}.`);
    }
    return firstBreach(breaches, `${once.length} bytes for 300 MiB refused`);
  },
};

export const otherProcessesWithoutToken: Attack = {
  name: 'other-processes-without-token',
  async run(environment) {
    const target = await environment.rookeryd(['--other-processes']);
    const token = /token for \/rookery\/processes: (\w+)/.exec(target.program.errorOutput())?.[1] ?? '';
    const attempts: Record<string, string>[] = [
      {},
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'0'.repeat(64)}` },
      { 'x-rookery-token': token.slice(0, -1) },
    ];
    const breaches: (string | undefined)[] = token === '' ? ['rookeryd printed no token.'] : [];
    for (const headers of attempts)
      for (const path of ['', '/runaway?processId=1', '/stack-trace?processId=1']) {
        const { status } = await fetch(`${target.url}/rookery/processes${path}`, { headers });
        if (status !== 401) breaches.push(`${JSON.stringify(headers)} on '${path}' was answered ${status}.`);
      }
    const { status } = await fetch(`${target.url}/rookery/processes`, {
      headers: { 'x-rookery-token': token },
    });
    if (status === 401) breaches.push('The right token was refused.');
    return firstBreach(breaches, `${attempts.length * 3} requests refused`);
  },
};
