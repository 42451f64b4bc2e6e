import { describe, expect, it } from 'vitest';
import { matchText } from './match-text.ts';

interface Item {
  readonly title: string;
  readonly keywords?: string;
}

const items: readonly Item[] = [
  { title: 'Create database…', keywords: 'new add sample data' },
  { title: 'Close tab' },
  { title: 'Close other tabs' },
  { title: 'Go to document by id…' },
  { title: 'Documents' },
  { title: 'Theme: dark', keywords: 'colour appearance' },
  { title: 'Überblick der Größe' },
];

const find = (typed: string): string[] =>
  matchText(items, typed, (item) => ({ shown: item.title, more: item.keywords })).map(
    (match) => match.item.title,
  );

describe('matchText', () => {
  it('returns everything in order for an empty query', () => {
    expect(find('')).toEqual(items.map((item) => item.title));
    expect(find('   ')).toHaveLength(items.length);
  });

  it.each([
    ['database', 'Create database…'],
    ['databse', 'Create database…'],
    ['database create', 'Create database…'],
    ['sample', 'Create database…'],
    ['colour', 'Theme: dark'],
    ['DOCUMENTS', 'Documents'],
  ])('finds for “%s” first “%s”', (typed, title) => {
    expect(find(typed)[0]).toBe(title);
  });

  it('ranks words that begin as typed before words that contain the text', () => {
    const commands: readonly Item[] = [
      { title: 'Back up the database', keywords: 'copy folder' },
      { title: 'Find reorders' },
      { title: 'Recent', keywords: 'orders' },
      { title: 'Go to Orders' },
    ];
    const found = matchText(commands, 'order', ({ title, keywords }) => ({ shown: title, more: keywords }));
    expect(found.map((match) => match.item.title)).toEqual([
      'Go to Orders',
      'Recent',
      'Find reorders',
      'Back up the database',
    ]);
  });

  it('returns nothing when nothing matches', () => {
    expect(find('xyzzy')).toEqual([]);
    expect(find('(((')).toEqual([]);
  });

  it('marks the matched letters, only inside the displayed text', () => {
    const [match] = matchText(items, 'database', (item) => ({ shown: item.title, more: item.keywords }));
    expect(match?.ranges).toEqual([7, 15]);
    const [byKeyword] = matchText(items, 'sample', (item) => ({ shown: item.title, more: item.keywords }));
    expect(byKeyword?.ranges).toEqual([]);
  });

  it('returns at most the requested number', () => {
    expect(matchText(items, '', (item) => ({ shown: item.title }), 2)).toHaveLength(2);
  });
});
