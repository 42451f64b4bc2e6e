/** Real checks by the real addon: dist/native/rookery.node, built by `npm run build:native`. */
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { DiskCheckProgress, DiskCheckRequest, Port } from '../../../src/contract/index.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { nativeFiles } from '../native-files.ts';
import { hostOn, startHost } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { camelCaseKeys } from './camel-case-keys.ts';

const { addonPath } = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);
const id = (): string => crypto.randomUUID();
const small = { seconds: 1, bytes: 32 * 1024 * 1024, threads: 2 };
const ofSandbox = (): DiskCheckRequest => ({ ...small, id: id(), place: { kind: 'sandbox' } });
const ofFolder = (path: string): DiskCheckRequest => ({
  ...small,
  id: id(),
  place: { kind: 'folder', path },
});

async function dataWithSandbox(): Promise<{ folder: string; sandbox: string }> {
  const folder = await temporaryFolder();
  const sandbox = join(folder, 'sandbox');
  await mkdir(sandbox);
  return { folder, sandbox };
}

async function progressOf(port: Port, request: DiskCheckRequest, seen: DiskCheckProgress[]): Promise<void> {
  for await (const progress of port.open('diskChecks.progress', { id: request.id })) seen.push(progress);
}

it('checks the disk of the sandbox without a question, with progress, and leaves nothing', async () => {
  const { folder, sandbox } = await dataWithSandbox();
  const refuseAll = { method: 'dialog', ask: () => Promise.resolve(false) } as const;
  const port = await hostOn(folder, { addonPath, confirmation: refuseAll });
  const request = ofSandbox();
  const seen: DiskCheckProgress[] = [];
  const watched = progressOf(port, request, seen);
  const { report } = await port.call('diskChecks.run', request);
  await watched;
  expect(report.folder).toBe(sandbox);
  expect(report.measurements.length).toBeGreaterThan(10);
  expect(report.findings.map((finding) => finding.id)).toContain('commit');
  const last = seen.at(-1);
  expect(last?.completed).toEqual(report.measurements.slice(0, last?.completed.length));
  expect(last?.completed.length).toBeGreaterThan(0);
  expect(await readdir(sandbox)).toEqual([]);
});

it('ends when it is cancelled, allows one at a time, and leaves nothing', async () => {
  const { folder, sandbox } = await dataWithSandbox();
  const port = await hostOn(folder, { addonPath });
  const request = { ...ofSandbox(), seconds: 600 };
  const cancel = new AbortController();
  const running = port.call('diskChecks.run', request, { signal: cancel.signal });
  running.catch(() => undefined);
  for await (const progress of port.open('diskChecks.progress', { id: request.id })) {
    expect(progress.plannedSeconds).toBe(600);
    break;
  }
  await expect(port.call('diskChecks.run', ofSandbox())).rejects.toMatchObject({
    code: 'bad-request',
    message: expect.stringContaining('is running') as unknown,
  });
  cancel.abort();
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => readdir(sandbox)).toEqual([]);
  await port.call('diskChecks.run', ofSandbox());
});

it('closing the host ends a check and removes its files first', async () => {
  const { folder, sandbox } = await dataWithSandbox();
  const host = await startHost(folder, { addonPath });
  const port = host.window();
  const request = { ...ofSandbox(), seconds: 600 };
  const running = port.call('diskChecks.run', request);
  const ended = running.then(
    () => 'completed',
    () => 'ended',
  );
  for await (const progress of port.open('diskChecks.progress', { id: request.id })) {
    expect(progress.steps).toBeGreaterThan(0);
    break;
  }
  port.close();
  expect(await ended).toBe('ended');
  await expect.poll(() => readdir(sandbox)).toEqual([]);
});

it('a folder that the user did not choose waits for a confirmation with its complete path', async () => {
  const { folder } = await dataWithSandbox();
  const target = await temporaryFolder();
  const link = join(folder, 'link');
  await symlink(target, link);
  const shown: ConfirmationText[] = [];
  const answers = [false, true];
  const port = await hostOn(folder, {
    addonPath,
    chooseFile: () => Promise.resolve(link),
    confirmation: {
      method: 'dialog',
      ask: (question) => {
        shown.push(question);
        return Promise.resolve(answers.shift() ?? false);
      },
    },
  });
  await expect(port.call('diskChecks.run', ofFolder(link))).rejects.toMatchObject({ code: 'not-confirmed' });
  expect(shown[0]?.details.join('\n')).toContain(`Folder: ${target}`);
  expect((await port.call('diskChecks.run', ofFolder(link))).report.folder).toBe(target);
  expect(shown).toHaveLength(2);
  // Chosen in the dialog: no other question.
  await port.call('files.choose', { title: 'Folder to check', folder: true });
  await port.call('diskChecks.run', ofFolder(link));
  expect(shown).toHaveLength(2);
  expect(await readdir(target)).toEqual([]);
});

it('refuses paths that are no folder of a disk, before a question', async () => {
  const { folder } = await dataWithSandbox();
  const asked: ConfirmationText[] = [];
  const port = await hostOn(folder, {
    addonPath,
    confirmation: {
      method: 'dialog',
      ask: (question) => {
        asked.push(question);
        return Promise.resolve(true);
      },
    },
  });
  const odd = join(folder, 'a\u202eb');
  await mkdir(odd);
  for (const path of [
    'relative',
    '//server/share',
    '\\\\server\\share',
    '/proc/self',
    '/dev',
    '/sys',
    odd,
    join(folder, 'none'),
  ])
    await expect(port.call('diskChecks.run', ofFolder(path)), path).rejects.toMatchObject({
      code: 'bad-request',
    });
  expect(asked).toEqual([]);
  const file = join(folder, 'file');
  await writeFile(file, 'x');
  await expect(port.call('diskChecks.run', ofFolder(file))).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('is not a folder') as unknown,
  });
  for (const wrong of [{ seconds: 0 }, { seconds: 601 }, { bytes: 1 }, { bytes: 2 ** 40 }, { threads: 65 }])
    await expect(port.call('diskChecks.run', { ...ofSandbox(), ...wrong })).rejects.toMatchObject({
      code: 'bad-request',
    });
});

it('names in camel case, at any depth', () => {
  expect(camelCaseKeys({ P99Ns: null, Series: [{ BlockSize: 4096 }], X: 'Y' })).toEqual({
    p99Ns: null,
    series: [{ blockSize: 4096 }],
    x: 'Y',
  });
});
