/** Limits of imports into the sandbox, which holds the complete file in memory. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dumpItem, type Connection, type DumpImportOptions } from '../../../src/contract/index.ts';
import { dumpImportOptions } from '../../../src/contract/dumps.ts';
import { startHost } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import { AddonTransport } from '../transport/addon-transport.ts';
import { importRequest } from './dump-requests.ts';
import { checkSandboxUpload, MAX_SANDBOX_UPLOAD_BYTES } from '../transport/sandbox-limit.ts';

const options: DumpImportOptions = {
  items: ['Documents'],
  includeExpired: true,
  includeArtificial: false,
  includeArchived: true,
  removeAnalyzers: false,
  skipRevisionCreation: false,
  transformScript: '',
};
const request = { connection: 'sandbox', database: 'shop', options, fileName: 'x', size: 3 };

const sandbox: Connection = {
  id: 'sandbox',
  kind: 'sandbox',
  name: 'Sandbox',
  colour: 'green',
  mode: 'full',
};

/** A guarded sandbox whose user answers with `answer`. */
async function guarded(answer: () => Promise<boolean>) {
  let asked = 0;
  const ask = (): Promise<boolean> => {
    asked += 1;
    return answer();
  };
  const host = await startHost(await temporaryFolder(), { confirmation: { method: 'dialog', ask } });
  const port = host.window();
  await port.call('connections.setMode', { id: 'sandbox', mode: 'guarded' });
  return { port, otherWindow: host.window(), asked: () => asked };
}

it('refuses a file that is too large before the confirmation', async () => {
  const { port, asked } = await guarded(() => Promise.resolve(true));
  await expect(
    port.call('dumps.import', { ...request, id: '12345678', size: MAX_SANDBOX_UPLOAD_BYTES }),
  ).rejects.toMatchObject({ code: 'too-large', message: expect.stringContaining('up to 1 GB') as unknown });
  expect(asked()).toBe(0);
});

it('has the limit and the message of the transport', async () => {
  const folder = await temporaryFolder();
  const transport = new AddonTransport({
    addonPath: join(folder, 'none.node'),
    stackcapPath: join(folder, 'none'),
    dataFolder: folder,
    onProblem: () => undefined,
  });
  const form = { contentType: 'multipart/form-data; boundary=x', operation: 1 };
  const judged = mustBeAllowed(sandbox, importRequest(sandbox, 'shop', form));
  // An async iterable that is not read.
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(0);
  }
  const length = MAX_SANDBOX_UPLOAD_BYTES + 1;
  const refused = await transport
    .upload(judged, { length, pieces: pieces() }, new AbortController().signal)
    .catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'too-large' });
  expect(() => checkSandboxUpload(length)).toThrow(refused);
  expect(() => checkSandboxUpload(MAX_SANDBOX_UPLOAD_BYTES)).not.toThrow();
});

it('runs one import at a time, in all windows', async () => {
  const answers: ((allowed: boolean) => void)[] = [];
  const { port, otherWindow, asked } = await guarded(() => new Promise((resolve) => answers.push(resolve)));
  const first = port.call('dumps.import', { ...request, id: '12345678' });
  await expect.poll(asked).toBe(1);
  await expect(otherWindow.call('dumps.import', { ...request, id: '23456789' })).rejects.toMatchObject({
    message: 'An import into the sandbox is running. Wait for it to end.',
  });
  await expect(port.call('dumps.import', { ...request, id: '12345678' })).rejects.toMatchObject({
    message: 'This dump is already running.',
  });
  answers[0]?.(false);
  await expect(first).rejects.toMatchObject({ code: 'not-confirmed' });
  const second = otherWindow.call('dumps.import', { ...request, id: '23456789' });
  await expect.poll(asked).toBe(2);
  answers[1]?.(false);
  await expect(second).rejects.toMatchObject({ code: 'not-confirmed' });
});

it('takes each kind of item once at most', () => {
  const all = dumpItem.options;
  expect(dumpImportOptions.safeParse({ ...options, items: all }).success).toBe(true);
  expect(dumpImportOptions.safeParse({ ...options, items: [...all, 'Documents'] }).success).toBe(false);
});
