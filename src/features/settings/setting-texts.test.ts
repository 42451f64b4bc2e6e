import { describe, expect, it } from 'vitest';
import { compressionChanges, compressionMode, NO_COMPRESSION, sameCompression } from './compression-text.ts';
import { dueText, frequencyText, jobChanges, NO_JOB, unitOf } from './job-text.ts';

describe('compression texts', () => {
  it('is empty without changes', () => {
    expect(compressionChanges(NO_COMPRESSION, NO_COMPRESSION)).toEqual([]);
    expect(
      sameCompression(
        { ...NO_COMPRESSION, collections: ['A', 'B'] },
        { ...NO_COMPRESSION, collections: ['B', 'A'] },
      ),
    ).toBe(true);
  });

  it('lists added and removed collections, and that later writes are affected', () => {
    expect(
      compressionChanges(
        { ...NO_COMPRESSION, collections: ['Orders', 'Logs'], revisions: true },
        { ...NO_COMPRESSION, collections: ['Orders', 'Companies', 'Products'] },
      ),
    ).toEqual([
      'Documents in Companies and Products will be compressed.',
      'Documents in Logs will no longer be compressed.',
      'Revisions will no longer be compressed.',
      'Each write compresses and each read decompresses: both use more processor time.',
      'This applies to new writes. Stored documents change when they are written again.',
    ]);
  });

  it('says what compression costs only where more is compressed', () => {
    const cost = 'Each write compresses and each read decompresses: both use more processor time.';
    const orders = { ...NO_COMPRESSION, collections: ['Orders'] };
    expect(compressionChanges(orders, { ...orders, revisions: true })).toContain(cost);
    expect(compressionChanges(orders, NO_COMPRESSION)).not.toContain(cost);
    expect(compressionChanges({ ...NO_COMPRESSION, allCollections: true }, orders)).not.toContain(cost);
  });

  it('describes all collections', () => {
    const all = { ...NO_COMPRESSION, allCollections: true };
    expect(compressionChanges(NO_COMPRESSION, all)[0]).toContain('all collections');
    expect(compressionChanges(all, NO_COMPRESSION)[0]).toContain('no longer be compressed');
    expect(compressionChanges(all, { ...NO_COMPRESSION, collections: ['Orders'] })[0]).toBe(
      'Only documents in Orders will be compressed from now on.',
    );
    expect([compressionMode(all), compressionMode(NO_COMPRESSION)]).toEqual(['all', 'off']);
  });
});

describe('texts of the jobs', () => {
  it('formats the frequency in the largest whole unit', () => {
    expect(frequencyText(null)).toBe('every minute');
    expect(frequencyText(90)).toBe('every 90 seconds');
    expect(frequencyText(7200)).toBe('every 2 hours');
    expect(unitOf(120)).toBe('minutes');
  });

  it('describes enabling and disabling', () => {
    const on = { enabled: true, frequencySeconds: 120, maxItems: 1000 };
    expect(jobChanges('archive', NO_JOB, on)).toEqual([
      'The server will check every 2 minutes for documents past their archive date and archive them, at most 1,000 documents per run.',
      'Documents past their archive date are archived at the first run.',
      'Each archived document is written once more; indexes, subscriptions and replication process this write.',
    ]);
    expect(jobChanges('archive', on, { ...on, enabled: false })[0]).toContain(
      'No more documents will be archived',
    );
    expect(jobChanges('archive', on, on)).toEqual([]);
    expect(jobChanges('archive', on, { ...on, maxItems: null })).toEqual([
      'It will archive all of them in one run.',
    ]);
  });

  it('says what expiration and refresh cost before they are enabled', () => {
    const on = { enabled: true, frequencySeconds: null, maxItems: null };
    expect(jobChanges('expire', NO_JOB, on).join(' ')).toMatch(/cannot be undone.*leaves a tombstone/);
    expect(jobChanges('refresh', NO_JOB, on).join(' ')).toMatch(/new change vector.*indexed again/);
    expect(jobChanges('refresh', NO_JOB, { ...NO_JOB, frequencySeconds: 7200 })).toEqual([
      'The server will check every 2 hours once document refresh is enabled.',
    ]);
  });

  it('shows the number of due documents, and whether all were read', () => {
    expect(dueText('expire', { due: 0, scanned: 12, complete: true }, true)).toBe(
      '0 documents are past their expiry date (12 documents read).',
    );
    expect(dueText('expire', { due: 1, scanned: 12, complete: true }, false)).toBe(
      '1 document is past its expiry date (12 documents read). The first run deletes it.',
    );
    expect(dueText('refresh', { due: 700, scanned: 10_000, complete: false }, true)).toBe(
      'Of 10,000 documents that were read, 700 are past their refresh date. The database has more documents. The next run refreshes them.',
    );
  });
});
