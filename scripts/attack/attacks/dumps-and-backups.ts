/** What a client or a file that it names does to `rookeryd` through dumps, backups and restores. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { firstBreach, held, broken, type Attack } from '../attack.ts';
import type { RookerydTarget } from '../rookeryd-target.ts';

const MIB = 1024 * 1024;
const BOUNDARY = 'attack';

const formHead =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="importOptions"\r\n\r\n{}\r\n` +
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.ravendbdump"\r\n\r\n`;

/** A dump with one document of this size that does not end, in some kilobytes. */
function endlessItem(size: number): Buffer {
  const text = `{"BuildVersion":71028,"Docs":[{"@metadata":{"@id":"a/1"},"Text":"${'a'.repeat(size)}`;
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const body = deflateRawSync(text, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([header, body]);
}

/** Sends an import of which the last bytes never come. */
async function unfinishedImport(target: RookerydTarget, dump: Buffer): Promise<Socket> {
  const socket = connect(target.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  const length = formHead.length + dump.length + MIB;
  socket.write(
    `POST /databases/a/smuggler/import HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n${formHead}`,
  );
  await new Promise((resolve) => socket.write(dump, resolve));
  return socket;
}

export const dumpItemsInMemory: Attack = {
  name: 'dump-items-in-memory',
  async run(environment) {
    const target = await environment.rookeryd(['--max-body', '32', '--body-memory', '64']);
    await target.createDatabase('a');
    const dump = endlessItem(24 * MIB);
    const uploads: Socket[] = [];
    try {
      for (let at = 0; at < 8; at++) uploads.push(await unfinishedImport(target, dump));
      // Two of 24 MiB fit into 64. The answers wait for the ends of the forms; the operations have ended.
      let refused = 0;
      for (const until = performance.now() + 30_000; refused < 6 && performance.now() < until;) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const { text } = await target.request('GET', '/databases/a/operations');
        refused = text.match(/"Message":"There is no memory/g)?.length ?? 0;
      }
      const { status } = await target.request('PUT', '/databases/a/docs?id=b', {});
      return firstBreach(
        [
          refused >= 6
            ? undefined
            : `${8 - refused} items of 24 MiB, sent as ${dump.length} bytes each, are in memory although 64 MiB may be.`,
          status === 201 ? undefined : `A small write was answered ${status} meanwhile.`,
        ],
        `${refused} of 8 imports refused`,
      );
    } finally {
      for (const socket of uploads) socket.destroy();
    }
  },
};

export const dumpUnfolds: Attack = {
  name: 'dump-unfolds-without-end',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    const text = Buffer.concat([Buffer.from('{"Docs":['), Buffer.alloc(256 * MIB, ' ')]);
    const dump = gzipSync(text, { level: 9 });
    const end = `\r\n--${BOUNDARY}--\r\n`;
    const started = performance.now();
    const response = await fetch(`${target.url}/databases/a/smuggler/import`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: new Uint8Array(Buffer.concat([Buffer.from(formHead), dump, Buffer.from(end)])),
    });
    const answer = await response.text();
    return answer.includes('unfolds')
      ? held(`${dump.length} bytes refused after ${Math.round(performance.now() - started)} ms`)
      : broken(`${dump.length} bytes were read as ${text.length}: ${answer.slice(0, 300)}`);
  },
};

export const backupFoldersOutside: Attack = {
  name: 'backup-folders-outside',
  async run(environment) {
    const root = await environment.folder();
    const outside = await environment.folder();
    const target = await environment.rookeryd(['--backups-root', root]);
    await target.createDatabase('a');
    const links = process.platform !== 'win32';
    if (links) await symlink(outside, join(root, 'link'));
    const folders = [
      outside,
      join(target.dataFolder, 'databases'),
      `${root}/../${outside.split('/').pop() ?? ''}`,
      '../databases',
      '/etc',
      '/proc/self/cwd',
      `${root}x`,
      ...(links ? [join(root, 'link'), join(root, 'link/new')] : []),
    ];
    const breaches: (string | undefined)[] = [];
    for (const folder of folders) {
      const settings = { FolderPath: folder };
      const task = {
        Name: 'T',
        BackupType: 'Backup',
        FullBackupFrequency: '* * * * *',
        LocalSettings: settings,
      };
      for (const [path, body] of [
        ['/databases/a/admin/backup', { BackupType: 'Backup', LocalSettings: settings }],
        ['/databases/a/admin/periodic-backup', task],
        ['/admin/restore/points?type=Local', settings],
        ['/admin/restore/database', { DatabaseName: 'b', BackupLocation: folder }],
      ] as const) {
        const { status } = await target.request('POST', path, body);
        if (status < 400) breaches.push(`${path} with ${folder} was answered ${status}.`);
      }
    }
    const written = (await readdir(outside)).length;
    if (written > 0) breaches.push(`${written} files were written to another folder.`);
    return firstBreach(breaches, `${folders.length * 4} requests refused`);
  },
};

export const pipesAsBackups: Attack = {
  name: 'pipe-named-as-backup',
  async run(environment) {
    if (process.platform === 'win32') return held('there are no named pipes in folders');
    const root = await environment.folder();
    const target = await environment.rookeryd(['--backups-root', root]);
    const breaches: (string | undefined)[] = [];
    for (const [at, ending] of ['ravendb-full-backup', 'rookery-backup'].entries()) {
      const folder = join(root, `b${at}`);
      await mkdir(folder);
      const { status } = spawnSync('mkfifo', [join(folder, `2026-11-22-14-25-58.${ending}`)]);
      if (status !== 0) return broken('mkfifo failed.');
      const answer = await target.request('POST', '/admin/restore/database', {
        DatabaseName: `r${at}`,
        BackupLocation: folder,
      });
      const state = await ended(target, answer.text);
      if (state !== 'Faulted') breaches.push(`A restore from a pipe (${ending}) is ${state}.`);
    }
    return firstBreach(breaches, '2 restores failed at once');
  },
};

/** The state of an operation of the server when it ended, or after two seconds. */
async function ended(target: RookerydTarget, started: string): Promise<string> {
  const operation = Number(/"OperationId":(\d+)/.exec(started)?.[1]);
  if (Number.isNaN(operation)) return started;
  let status = '';
  for (const until = performance.now() + 2_000; performance.now() < until;) {
    const { text } = await target.request('GET', `/operations/state?id=${operation}`);
    status = /"Status":"(\w+)"/.exec(text)?.[1] ?? text;
    if (status !== 'InProgress') break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return status;
}

export const backupsAtOnce: Attack = {
  name: 'backups-at-once',
  async run(environment) {
    const target = await environment.rookeryd();
    await target.createDatabase('a');
    for (let at = 0; at < 10; at++) {
      const text = randomBytes(3 * MIB).toString('base64');
      await target.request('PUT', `/databases/a/docs?id=${at}`, { Text: text });
    }
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        target.request('POST', '/databases/a/admin/backup', {
          BackupType: 'Backup',
          LocalSettings: { FolderPath: 'many' },
        }),
      ),
    );
    const begun = answers.filter(({ status }) => status === 200).length;
    const later = answers.filter(
      ({ status, headers }) => status === 503 && headers.get('retry-after') !== null,
    ).length;
    const write = await target.request('PUT', '/databases/a/docs?id=b', {});
    return firstBreach(
      [
        later > 0 && begun + later === 64
          ? undefined
          : `Of 64 backups at once ${begun} were begun and ${later} put off.`,
        write.status === 201 ? undefined : `A write was answered ${write.status} meanwhile.`,
      ],
      `${begun} begun, ${later} put off`,
    );
  },
};

/** A file that names a huge manifest or block must not take the memory that it names. */
export const hugeLengths: Attack = {
  name: 'backup-with-huge-lengths',
  async run(environment) {
    const root = await environment.folder();
    const target = await environment.rookeryd(['--backups-root', root]);
    const folder = join(root, 'b');
    await mkdir(folder);
    const header = Buffer.alloc(32);
    header.write('RKBK', 0, 'latin1');
    header.writeUInt16LE(1, 4);
    header.writeUInt32LE(0xffff_ffff, 8);
    await writeFile(join(folder, '2026-11-22-14-25-58.rookery-backup'), header);
    const dump = gzipSync(
      '{"Docs":[{"@metadata":{"@export-type":"Attachment"},"Hash":"h","Size":9007199254740991,"Tag":"a"}',
    );
    await writeFile(join(folder, '2026-11-22-14-25-57.ravendb-full-backup'), dump);
    const breaches: (string | undefined)[] = [];
    for (const [at, file] of (await readdir(folder)).entries()) {
      const { text } = await target.request('POST', '/admin/restore/database', {
        DatabaseName: `r${at}`,
        BackupLocation: folder,
        LastFileNameToRestore: file,
      });
      const state = await ended(target, text);
      if (state !== 'Faulted') breaches.push(`The restore of ${file} is ${state}.`);
      const { status } = await target.request('GET', `/databases/r${at}/stats`);
      if (status < 400) breaches.push(`A database of the broken ${file} exists.`);
    }
    return firstBreach(breaches, '2 files refused, nothing left of them');
  },
};
