import { describe, expect, it } from 'vitest';
import { START, storedExample } from '../recordings-for-tests.ts';
import { matches, newestFirst, serverText } from './stored-text.ts';

const broken = { ...storedExample, name: 'broken.rookery', about: null, problem: 'Damaged.' };

describe('stored recordings', () => {
  it('are sorted by their start, the newest first; files that cannot be read by their date', () => {
    const older = {
      ...storedExample,
      name: 'older.rookery',
      about: storedExample.about && { ...storedExample.about, started: (START - 1000) * 1000 },
    };
    expect(newestFirst([older, storedExample, broken]).map(({ name }) => name)).toEqual([
      'broken.rookery',
      'night.rookery',
      'older.rookery',
    ]);
  });

  it('are found by name, server, note and database', () => {
    for (const text of ['NIGHT', '8080', 'slow', 'shop', ' '])
      expect(matches(storedExample, text)).toBe(true);
    expect(matches(storedExample, 'other')).toBe(false);
    expect(matches(broken, 'broken')).toBe(true);
    expect(matches(broken, 'shop')).toBe(false);
  });

  it('name server and version as far as they are known', () => {
    expect(serverText(storedExample)).toBe('http://127.0.0.1:8080 · 7.1.5');
    expect(serverText(broken)).toBe('–');
  });
});
