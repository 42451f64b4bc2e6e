import { describe, expect, it } from 'vitest';
import { archivalChanges, frequencyText, NO_ARCHIVAL, unitOf } from './archival-text.ts';
import { compressionChanges, compressionMode, NO_COMPRESSION, sameCompression } from './compression-text.ts';

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
      'This applies to new writes. Stored documents change when they are written again.',
    ]);
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

describe('archival texts', () => {
  it('formats the frequency in the largest whole unit', () => {
    expect(frequencyText(null)).toBe('every minute');
    expect(frequencyText(90)).toBe('every 90 seconds');
    expect(frequencyText(7200)).toBe('every 2 hours');
    expect(unitOf(120)).toBe('minutes');
  });

  it('describes enabling and disabling', () => {
    const on = { enabled: true, frequencySeconds: 120, maxItems: 1000 };
    expect(archivalChanges(NO_ARCHIVAL, on)[0]).toBe(
      'The server will check every 2 minutes for documents past their archive date and archive them, at most 1,000 documents per run.',
    );
    expect(archivalChanges(on, { ...on, enabled: false })[0]).toContain('No more documents will be archived');
    expect(archivalChanges(on, on)).toEqual([]);
    expect(archivalChanges(on, { ...on, maxItems: null })).toEqual([
      'It will archive all of them in one run.',
    ]);
  });
});
