import {
  AbstractJavaScriptIndexCreationTask,
  type MoreLikeThisOptions,
  MoreLikeThisStopWords,
} from 'ravendb';
import { expect } from 'vitest';
import { topic } from './environment/topic.ts';

class Note {
  id?: string;
  text: string;
  kind: string;

  constructor(text = '', kind = '') {
    this.text = text;
    this.kind = kind;
  }
}

class NotesByText extends AbstractJavaScriptIndexCreationTask<Note, Pick<Note, 'text' | 'kind'>> {
  constructor() {
    super();
    this.map(Note, (note) => ({ text: note.text, kind: note.kind }));
    this.index('text', 'Search');
    this.store('text', 'Yes');
    this.termVector('text', 'Yes');
  }
}

topic('more like this', ({ store, test }) => {
  const fill = async (): Promise<void> => {
    const session = store.openSession();
    const texts = [
      'alpha alpha beta',
      'alpha beta',
      'alpha alpha',
      'beta beta gamma',
      'gamma delta',
      'alpha gamma',
      'zeta',
    ];
    for (const [at, text] of texts.entries())
      await session.store(new Note(text, at % 2 === 0 ? 'even' : 'odd'), `notes/${String(at + 1)}`);
    const stopWords = Object.assign(new MoreLikeThisStopWords(), { stopWords: ['alpha'] });
    await session.store(stopWords, 'stop/1');
    // The server's naming, independent of the client's conventions.
    await session.store(Object.assign(new MoreLikeThisStopWords(), { StopWords: ['alpha'] }), 'stop/2');
    await session.saveChanges();
    await new NotesByText().execute(store);
  };
  const notes = () => store.openSession().query<Note>({ index: NotesByText }).waitForNonStaleResults();
  const numbers = (found: readonly Note[]): string =>
    found
      .map(({ id }) => id?.split('/')[1] ?? '?')
      .sort()
      .join('');
  const fields = ['text'];
  const like = async (id: string, options: MoreLikeThisOptions): Promise<string> => {
    const query = notes().moreLikeThis((one) =>
      one.usingDocument((base) => base.whereEquals('id()', id)).withOptions(options),
    );
    return numbers(await query.all());
  };

  test('finds documents similar to a stored one, without itself', async () => {
    await fill();
    expect(await like('notes/1', { fields })).toBe('2346');
    expect(await like('notes/5', { fields })).toBe('46');
    expect(await like('notes/7', { fields })).toBe('');
  });

  test('applies term options', async () => {
    await fill();
    expect(await like('notes/1', { fields, minimumTermFrequency: 2 })).toBe('236');
    expect(await like('notes/1', { fields, minimumDocumentFrequency: 4 })).toBe('236');
    expect(await like('notes/1', { fields, maximumDocumentFrequency: 3 })).toBe('24');
    expect(await like('notes/1', { fields, maximumQueryTerms: 1 })).toBe('236');
    expect(await like('notes/1', { fields, minimumWordLength: 5 })).toBe('236');
    expect(await like('notes/1', { fields, maximumWordLength: 4 })).toBe('24');
    expect(await like('notes/1', { fields, stopWordsDocumentId: 'stop/2' })).toBe('24');
  });

  test('finds documents similar to a given one, combined with another condition', async () => {
    await fill();
    const given = notes().moreLikeThis((one) =>
      one.usingDocument(JSON.stringify({ text: 'gamma' })).withOptions({ fields }),
    );
    expect(numbers(await given.all())).toBe('456');
    const beside = notes()
      .moreLikeThis((one) =>
        one.usingDocument((base) => base.whereEquals('id()', 'notes/1')).withOptions({ fields }),
      )
      .whereEquals('kind', 'odd');
    expect(numbers(await beside.all())).toBe('246');
  });

  test('rejects a comparison without a document', async () => {
    await fill();
    await expect(like('notes/99', { fields })).rejects.toThrow(/base of comparison|no document/);
    await expect(like('notes/1', { fields, stopWordsDocumentId: 'stop/99' })).rejects.toThrow(
      /could not be found/,
    );
    const dynamic = store.openSession().query<Note>(Note);
    const query = dynamic.moreLikeThis((one) =>
      one.usingDocument((base) => base.whereEquals('id()', 'notes/1')),
    );
    await expect(query.all()).rejects.toThrow(/dynamic queries/);
  });
});
