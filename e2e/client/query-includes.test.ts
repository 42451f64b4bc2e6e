import type { Highlightings } from 'ravendb';
import { expect } from 'vitest';
import { topic } from './environment/topic.ts';

class Note {
  id?: string;
  title: string;
  text: string;
  author: string;

  constructor(title = '', text = '', author = '') {
    this.title = title;
    this.text = text;
    this.author = author;
  }
}

topic('what queries include', ({ store, test }) => {
  const fill = async (): Promise<void> => {
    // Counters are deleted with their documents.
    const emptying = store.openSession();
    for (const id of ['notes/1', 'authors/1']) await emptying.delete(id);
    await emptying.saveChanges();
    const session = store.openSession();
    await session.store(new Note('One', 'the quick brown fox', 'authors/1'), 'notes/1');
    await session.store(new Note('Two', 'a lazy dog', 'authors/2'), 'notes/2');
    await session.store({ name: 'Ann', '@metadata': { '@collection': 'Authors' } }, 'authors/1');
    const likes = session.countersFor('notes/1');
    likes.increment('likes', 5);
    likes.increment('views', 9);
    session.countersFor('authors/1').increment('likes', 7);
    await session.saveChanges();
  };

  test('includes counters of results without another request', async () => {
    await fill();
    const session = store.openSession();
    const query = session.query<Note>(Note).include((builder) => builder.includeCounters(['likes', 'none']));
    const notes = await query.all();
    expect(notes).toHaveLength(2);
    const asked = session.advanced.numberOfRequests;
    expect(await session.countersFor('notes/1').get('likes')).toBe(5);
    expect(await session.countersFor('notes/1').get('none')).toBeNull();
    expect(await session.countersFor('notes/2').get('likes')).toBeNull();
    expect(session.advanced.numberOfRequests).toBe(asked);
  });

  test('includes counters of a referenced document, and all counters', async () => {
    await fill();
    const session = store.openSession();
    const query = session
      .query<Note>(Note)
      .whereEquals('title', 'One')
      .waitForNonStaleResults()
      .include((builder) => builder.includeCounter('author', 'likes'));
    expect(await query.all()).toHaveLength(1);
    const asked = session.advanced.numberOfRequests;
    expect(await session.countersFor('authors/1').get('likes')).toBe(7);
    expect(session.advanced.numberOfRequests).toBe(asked);
    const another = store.openSession();
    await another
      .query<Note>(Note)
      .include((builder) => builder.includeAllCounters())
      .all();
    expect(await another.countersFor('notes/1').getAll()).toEqual({ likes: 5, views: 9 });
    expect(another.advanced.numberOfRequests).toBe(1);
  });

  test('returns highlighted fragments', async () => {
    await fill();
    let found: Highlightings | undefined;
    const notes = await store
      .openSession()
      .query<Note>(Note)
      .waitForNonStaleResults()
      .search('text', 'fox')
      .highlight({ fieldName: 'text', fragmentLength: 40, fragmentCount: 1 }, (value) => {
        found = value;
      })
      .all();
    expect(notes.map((note) => note.title)).toEqual(['One']);
    const fragments = found?.getFragments('notes/1') ?? [];
    expect(fragments).toHaveLength(1);
    expect(fragments[0]).toMatch(/<b style="background:yellow"> ?fox<\/b>/);
    expect(found?.getFragments('notes/2')).toEqual([]);
  });
});
