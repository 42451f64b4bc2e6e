import { randomBytes } from 'node:crypto';
import { DeleteAttachmentOperation, GetAttachmentOperation, PutAttachmentOperation } from 'ravendb';
import { expect } from 'vitest';
import { bytesOf } from './bytes.ts';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { topic } from './environment/topic.ts';

topic('attachments', ({ store, test }) => {
  const stored = async (id: string, files: Record<string, string>): Promise<User> => {
    const session = store.openSession();
    const user = new User(id, 1);
    await session.store(user, id);
    for (const [name, text] of Object.entries(files))
      session.advanced.attachments.store(user, name, Buffer.from(text), 'text/plain');
    await session.saveChanges();
    return user;
  };
  const read = async (id: string, name: string): Promise<string> =>
    (await bytesOf(await store.openSession().advanced.attachments.get(id, name))).toString();
  const namesOf = async (id: string): Promise<string[]> => {
    const session = store.openSession();
    const user = await session.load<User>(id, User);
    return session.advanced.attachments.getNames(user ?? {}).map(({ name }) => name);
  };

  test('stores with the document, lists in its metadata, and reads back', async () => {
    await stored('users/1', { 'b.txt': 'bee', 'a.txt': 'ay ø' });
    const session = store.openSession();
    const user = await session.load<User>('users/1', User);
    expect(session.advanced.attachments.getNames(user ?? {})).toMatchObject([
      {
        name: 'a.txt',
        contentType: 'text/plain',
        size: 5,
        hash: expect.stringMatching(/^[\w+/]{43}=$/) as string,
      },
      { name: 'b.txt', contentType: 'text/plain', size: 3 },
    ]);
    expect(session.advanced.getMetadataFor(user ?? {})['@flags']).toBe('HasAttachments');
    const attachment = await session.advanced.attachments.get('users/1', 'a.txt');
    expect(attachment?.details).toMatchObject({ name: 'a.txt', contentType: 'text/plain', size: 5 });
    expect((await bytesOf(attachment)).toString()).toBe('ay ø');
    expect(await read('users/1', 'B.TXT')).toBe('bee');
  });

  test('round-trips two megabytes of noise', async () => {
    const noise = randomBytes(2 << 20);
    const session = store.openSession();
    await session.store(new User('noisy', 1), 'users/noise');
    session.advanced.attachments.store('users/noise', 'noise', noise, 'application/octet-stream');
    await session.saveChanges();
    const back = await bytesOf(await store.openSession().advanced.attachments.get('users/noise', 'noise'));
    expect(back.equals(noise)).toBe(true);
  });

  test('exists for a stored attachment, and returns null for a missing one', async () => {
    await stored('users/2', { 'a.txt': 'a' });
    const { attachments } = store.openSession().advanced;
    expect(await attachments.exists('users/2', 'a.txt')).toBe(true);
    expect(await attachments.exists('users/2', 'b.txt')).toBe(false);
    expect(await attachments.exists('users/none', 'a.txt')).toBe(false);
    expect(await attachments.get('users/2', 'b.txt')).toBeNull();
  });

  test('replaces the content under the same name', async () => {
    await stored('users/3', { 'a.txt': 'one' });
    await stored('users/3', { 'a.txt': 'two!' });
    expect(await read('users/3', 'a.txt')).toBe('two!');
    expect(await namesOf('users/3')).toEqual(['a.txt']);
  });

  test('deletes alone, and with its document', async () => {
    await stored('users/4', { 'a.txt': 'a', 'b.txt': 'b' });
    const session = store.openSession();
    session.advanced.attachments.delete('users/4', 'a.txt');
    await session.saveChanges();
    expect(await namesOf('users/4')).toEqual(['b.txt']);
    await session.delete('users/4');
    await session.saveChanges();
    expect(await store.openSession().advanced.attachments.exists('users/4', 'b.txt')).toBe(false);
    await stored('users/4', {});
    expect(await namesOf('users/4')).toEqual([]);
  });

  test('copies, moves and renames', async () => {
    await stored('users/5', { 'a.txt': 'content' });
    await stored('users/6', {});
    const session = store.openSession();
    session.advanced.attachments.copy('users/5', 'a.txt', 'users/6', 'copy.txt');
    await session.saveChanges();
    expect([await namesOf('users/5'), await namesOf('users/6')]).toEqual([['a.txt'], ['copy.txt']]);
    const second = store.openSession();
    second.advanced.attachments.move('users/5', 'a.txt', 'users/6', 'moved.txt');
    await second.saveChanges();
    expect([await namesOf('users/5'), await namesOf('users/6')]).toEqual([[], ['copy.txt', 'moved.txt']]);
    const third = store.openSession();
    third.advanced.attachments.rename('users/6', 'moved.txt', 'renamed.txt');
    await third.saveChanges();
    expect(await namesOf('users/6')).toEqual(['copy.txt', 'renamed.txt']);
    expect(await read('users/6', 'renamed.txt')).toBe('content');
  });

  test('keeps one content under several names until the last is deleted', async () => {
    await stored('users/7', { 'a.txt': 'shared', 'b.txt': 'shared' });
    const session = store.openSession();
    session.advanced.attachments.delete('users/7', 'a.txt');
    await session.saveChanges();
    expect(await read('users/7', 'b.txt')).toBe('shared');
  });

  test('puts, gets and deletes by operations', async () => {
    await stored('users/8', {});
    const put = await store.operations.send(
      new PutAttachmentOperation('users/8', 'op.bin', Buffer.from([0, 1, 255]), 'application/x-three'),
    );
    expect(put).toMatchObject({
      name: 'op.bin',
      documentId: 'users/8',
      contentType: 'application/x-three',
      size: 3,
    });
    const got = await store.operations.send(new GetAttachmentOperation('users/8', 'op.bin', 'Document', ''));
    expect(got.details.changeVector).toBe(put.changeVector);
    expect(await bytesOf(got)).toEqual(Buffer.from([0, 1, 255]));
    await store.operations.send(new DeleteAttachmentOperation('users/8', 'op.bin'));
    expect(await namesOf('users/8')).toEqual([]);
  });

  test('rejects a put on a missing document', async () => {
    const error = await failure(
      store.operations.send(new PutAttachmentOperation('users/none', 'a', Buffer.from('a'), 'text/plain')),
    );
    expect(error.name).toBe('DocumentDoesNotExistException');
    expect(error.message).toContain('users/none');
  });

  test('rejects a put with a stale change vector', async () => {
    await stored('users/9', { 'a.txt': 'a' });
    // The client (7.2.6) fails here when it gets a change vector without headers.
    const answer = await raw(store, 'PUT', '/attachments?id=users/9&name=a.txt', 'b', {
      'if-match': '"A:1-other"',
    });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({
      Type: 'Raven.Client.Exceptions.ConcurrencyException',
      ExpectedChangeVector: 'A:1-other',
      ActualChangeVector: expect.stringMatching(/^A:\d+-/) as string,
    });
    expect(await read('users/9', 'a.txt')).toBe('a');
  });

  test('keeps attachments when the document is saved again', async () => {
    await stored('users/10', { 'a.txt': 'kept' });
    const session = store.openSession();
    const user = await session.load<User>('users/10', User);
    if (!user) throw new Error('it is gone');
    user.age = 99;
    await session.saveChanges();
    expect(await namesOf('users/10')).toEqual(['a.txt']);
    expect(await read('users/10', 'a.txt')).toBe('kept');
  });
});
