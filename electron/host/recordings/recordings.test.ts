/** A real recording by the real addon: dist/native/rookery.node, built by `npm run build:native`. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Port } from '../../../src/contract/index.ts';
import { openRecording, type OpenRecording } from '../../../src/protocol/recordings.ts';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../../..');
const { addonPath } = nativeFiles(join(root, 'dist'), process.env);
const sample = new Uint8Array(await readFile(join(root, 'native/recording/tests/sample.rookery')));

const host = async (): Promise<Port> => hostOn(await temporaryFolder(), { addonPath });

function open(port: Port, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<OpenRecording> {
  return openRecording(port, new Blob([bytes]), { signal, onSent: () => undefined });
}

it('reads a recording that arrives in pieces, and answers charts and rows of a time', async () => {
  const port = await host();
  const end = new AbortController();
  const { overview, charts, rows } = await open(port, sample, end.signal);
  expect(overview.manifest).toMatchObject({ serverVersion: '7.1.5', databases: ['shop'] });
  expect(overview.findings[0]?.severity).toBe('critical');
  expect(overview.rulesRun).toBeGreaterThan(0);
  const stall = overview.findings.find(({ rule }) => rule === 'slow-journal-write');
  if (!stall) throw new Error('The stall was not found.');

  const all = await charts(null);
  expect(all.range).toEqual(overview.extent);
  expect(all.series.map(({ id }) => id)).toContain('journal.longest');
  expect(all.series.map(({ id }) => id)).not.toContain('gc.pause');
  const part = await charts({ from: stall.from, to: stall.to });
  expect(part.range).toEqual({ from: stall.from, to: stall.to });
  const longest = part.series.find(({ id }) => id === 'journal.longest');
  expect(longest?.values[0]).toBe(9_000_000);

  const request = { from: overview.extent.from, to: overview.extent.to, start: 0, size: 2 };
  const slowest = await rows({ ...request, table: 'requests', order: 'longest' });
  expect(slowest.rows.map((row) => row.duration_us)).toEqual([8_900_000, 8_690_000]);
  const stacks = await rows({ ...request, table: 'stacks', order: 'oldest' });
  expect(stacks.total).toBe(3);
  end.abort();
});

it('frees a recording with its stream, and allows four at a time', async () => {
  const port = await host();
  const ends = [1, 2, 3, 4].map(() => new AbortController());
  const opened = await Promise.all(ends.map(({ signal }) => open(port, sample, signal)));
  const more = new AbortController();
  await expect(open(port, sample, more.signal)).rejects.toMatchObject({
    code: 'bad-request',
    message: expect.stringContaining('4 recordings are open') as string,
  });
  for (const end of ends) end.abort();
  // Its memory is freed after the stream has ended.
  await expect
    .poll(() =>
      opened[0]?.charts(null).then(
        () => 'open',
        (thrown: unknown) => String(thrown),
      ),
    )
    .toContain('The recording is closed. Open its file again.');
  await expect
    .poll(async () => {
      const end = new AbortController();
      const outcome = await open(port, sample, end.signal).then(
        () => 'open',
        () => 'refused',
      );
      end.abort();
      return outcome;
    })
    .toBe('open');
});

it('says why a file is not opened', async () => {
  const port = await host();
  const { signal } = new AbortController();
  await expect(open(port, new TextEncoder().encode('{"Environments":[]}'), signal)).rejects.toMatchObject({
    code: 'bad-request',
    message: 'The file is not a recording of Rookery.',
  });
  await expect(open(port, new Uint8Array(), signal)).rejects.toThrow('The file is empty.');
});

it('opens what a cut recording still has, and names what is missing', async () => {
  const port = await host();
  const end = new AbortController();
  const { overview } = await open(port, sample.slice(0, sample.length >> 1), end.signal);
  expect(overview.ending).toBeNull();
  expect(overview.damage).toHaveLength(1);
  expect(overview.counts.find(({ table }) => table === 'io')?.rows).toBeGreaterThan(0);
  end.abort();
});

it('takes pieces in order only, and reads complete files only', async () => {
  const port = await host();
  const id = crypto.randomUUID();
  const piece = (offset: number, bytes: string) => port.call('recordings.piece', { id, offset, bytes });
  await expect(piece(0, 'AAAA')).rejects.toThrow('The recording is closed.');
  for await (const { kind } of port.open('recordings.session', { id, size: 6 })) {
    expect(kind).toBe('ready');
    await expect(piece(3, 'AAAA')).rejects.toThrow('does not follow');
    await piece(0, 'AAAA');
    await expect(port.call('recordings.read', { id })).rejects.toThrow('Only 3 of 6 bytes');
    await expect(piece(3, 'AAAAAAAA')).rejects.toThrow('does not follow');
    break;
  }
});
