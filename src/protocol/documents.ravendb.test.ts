/** The same calls against a real server: set ROOKERY_TEST_RAVENDB_URL to one without certificates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import {
  getCollectionDocuments,
  getCollectionMetadata,
  getCollectionStats,
  previewCollection,
} from './collections.ts';
import {
  getDataArchival,
  getDocumentsCompression,
  setDataArchival,
  setDocumentsCompression,
} from './configuration.ts';
import { watchDocuments, type DocumentChange } from './document-changes.ts';
import { getDocumentSize, getDocumentSizes } from './document-sizes.ts';
import {
  deleteDocument,
  deleteDocuments,
  getChangeVector,
  getDocument,
  getDocumentsStartingWith,
  putDocument,
  unarchiveDocument,
  WriteConflict,
} from './documents.ts';
import { directPort } from './ports-for-tests.ts';
import { ServerError } from './server-error.ts';

const setting: unknown = import.meta.env.ROOKERY_TEST_RAVENDB_URL;
const url = typeof setting === 'string' && setting !== '' ? setting : undefined;

describe.skipIf(url === undefined)('documents against a real server (ROOKERY_TEST_RAVENDB_URL)', () => {
  const server = new ServerClient(directPort(url ?? ''), 'real');
  const name = `rookery-documents-${Date.now()}`;
  const db = server.database(name);
  const text = '{"n":12345678901234567890,"cents":1.50,"@metadata":{"@collection":"Things"}}';

  // The first database of a fresh server takes long.
  beforeAll(
    () =>
      server.send('PUT', '/admin/databases', {
        query: { name, replicationFactor: 1 },
        json: { DatabaseName: name },
      }),
    60_000,
  );
  afterAll(() =>
    server.send('DELETE', '/admin/databases', { json: { DatabaseNames: [name], HardDelete: true } }),
  );

  it('writes, reads, compares and deletes documents with unusual ids', async () => {
    for (const id of ['things/1-A', 'with space', 'café / 日本+&?#', 'a"quote\\and%20percent']) {
      const written = await putDocument(db, id, text, { kind: 'absent' });
      expect(written.id).toBe(id);
      const found = await getDocument(db, id);
      expect(found?.text).toContain('"n":12345678901234567890,"cents":1.50,');
      expect(found?.metadata).toMatchObject({ id, collection: 'Things', changeVector: written.changeVector });
      expect(await getChangeVector(db, id)).toBe(written.changeVector);
      await deleteDocument(db, id, { kind: 'version', changeVector: written.changeVector });
      expect(await getDocument(db, id)).toBeNull();
      expect(await getChangeVector(db, id)).toBeNull();
    }
  });

  it('rejects a write with a stale change vector and returns the current one', async () => {
    const first = await putDocument(db, 'c/1', text, { kind: 'absent' });
    const second = await putDocument(db, 'c/1', text.replace('1.50', '2.50'), {
      kind: 'version',
      changeVector: first.changeVector,
    });
    const stale = { kind: 'version', changeVector: first.changeVector } as const;
    await expect(putDocument(db, 'c/1', text, stale)).rejects.toMatchObject({
      actualChangeVector: second.changeVector,
    });
    await expect(putDocument(db, 'c/1', text, { kind: 'absent' })).rejects.toBeInstanceOf(WriteConflict);
    await expect(deleteDocument(db, 'c/1', stale)).rejects.toBeInstanceOf(WriteConflict);
    await deleteDocument(db, 'c/1', { kind: 'anything' });
    await expect(putDocument(db, 'c/1', text, stale)).rejects.toBeInstanceOf(WriteConflict);
  });

  it("passes on the server's own error", async () => {
    const bad = putDocument(db, 'bad/1', '{"@metadata":{"@archive-at":"tomorrow"}}', { kind: 'anything' });
    await expect(bad).rejects.toThrow(/bad\/1.*tomorrow/s);
    await expect(bad).rejects.toBeInstanceOf(ServerError);
  });

  it('lists collections, pages and prefixes', async () => {
    for (let i = 0; i < 5; i++)
      await putDocument(
        db,
        `p/${i}`,
        `{"i":${i},"list":[1,2],"o":{"a":1},"@metadata":{"@collection":"Pages"}}`,
        { kind: 'anything' },
      );
    const stats = await getCollectionStats(db);
    expect(stats.collections).toContainEqual({ name: 'Pages', documents: 5 });
    const page = await previewCollection(db, 'Pages', { start: 1, pageSize: 2 }, ['i', 'list', 'o']);
    expect(page.total).toBe(5);
    expect(page.rows.map((row) => row.metadata.id)).toEqual(['p/3', 'p/2']);
    expect(Object.fromEntries(page.rows[0]?.cells ?? [])).toEqual({
      i: { kind: 'literal', text: '3' },
      list: { kind: 'array', items: 2 },
      o: { kind: 'object', members: 1 },
    });
    const everything = await previewCollection(db, null, { start: 0, pageSize: 3 }, ['i']);
    expect(everything.rows).toHaveLength(3);
    expect(everything.rows[0]?.cells.get('i')).toEqual({ kind: 'literal', text: '4' });
    expect(
      (await getDocumentsStartingWith(db, 'p/', { start: 3, pageSize: 10 })).map((d) => d.metadata.id),
    ).toEqual(['p/3', 'p/4']);
    expect(await getCollectionDocuments(db, 'Pages', { start: 0, pageSize: 100 })).toHaveLength(5);
    expect((await getDocumentSize(db, 'p/1'))?.actual).toBeGreaterThan(0);
    expect(await getDocumentSize(db, 'nope')).toBeNull();
    expect(await getDocumentSizes(db, ['nope', 'p/1', ''])).toEqual([
      null,
      await getDocumentSize(db, 'p/1'),
      null,
    ]);
    const metadata = await getCollectionMetadata(db, 'Pages', { start: 1, pageSize: 3 });
    expect(metadata.map((each) => each.metadata.id)).toEqual(['p/1', 'p/2', 'p/3']);
    expect(metadata[0]?.text).toMatch(/^\{"@metadata":\{[^{}]*\}\}$/);
    expect(await deleteDocuments(db, ['p/0', 'p/1', 'nope'])).toBe(2);
  });

  it('receives changes live', async () => {
    const stop = new AbortController();
    const seen: DocumentChange[] = [];
    for await (const item of watchDocuments(db, { kind: 'document', id: 'w/1' }, stop.signal)) {
      if (item.kind === 'watching') await putDocument(db, 'w/1', text, { kind: 'anything' });
      else {
        seen.push(item.change);
        break;
      }
    }
    expect(seen[0]).toMatchObject({ type: 'Put', id: 'w/1', collection: 'Things' });
  });

  it('unarchives with the script function; a save without the mark does not', async (context) => {
    try {
      await setDataArchival(db, { enabled: true, frequencySeconds: 1, maxItems: null });
    } catch (thrown) {
      if (thrown instanceof ServerError && thrown.status === 402)
        context.skip('the licence of this server does not allow data archival');
      throw thrown;
    }
    const due = '{"n":1,"@metadata":{"@collection":"Things","@archive-at":"2001-01-01T00:00:00.0000000Z"}}';
    await putDocument(db, 'old/1', due, { kind: 'absent' });
    const flags = async () => (await getDocument(db, 'old/1'))?.metadata.flags;
    await expect.poll(flags, { timeout: 15_000, interval: 200 }).toContain('Archived');
    await putDocument(db, 'old/1', text, { kind: 'anything' });
    expect(await flags()).toContain('Archived');
    const unarchived = await unarchiveDocument(db, 'old/1');
    expect(unarchived?.metadata.flags).not.toContain('Archived');
    expect(unarchived?.text).toContain('"n":12345678901234567890,"cents":1.50,');
    expect(unarchived?.text).not.toContain('@archived');
    expect(await unarchiveDocument(db, 'old/none')).toBeNull();
  }, 30_000);

  it('reads and writes settings, or reports a licence refusal', async () => {
    for (const [write, read, wanted] of [
      [
        () =>
          setDocumentsCompression(db, { collections: ['Things'], allCollections: false, revisions: false }),
        () => getDocumentsCompression(db),
        { collections: ['Things'], allCollections: false, revisions: false },
      ],
      [
        () => setDataArchival(db, { enabled: true, frequencySeconds: 90, maxItems: null }),
        () => getDataArchival(db),
        { enabled: true, frequencySeconds: 90, maxItems: null },
      ],
    ] as const) {
      const outcome = await write().then(
        () => 'written' as const,
        (thrown: unknown) => thrown,
      );
      if (outcome === 'written') expect(await read()).toEqual(wanted);
      else {
        expect(outcome).toMatchObject({ status: 402, type: 'LicenseLimitException' });
        expect(await read()).toBeNull();
      }
    }
  });
});
