import {
  PatchByQueryOperation,
  PatchCommandData,
  PatchOperation,
  PatchRequest,
  DeleteByQueryOperation,
  IndexQuery,
  type QueryOperationOptions,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { topic } from './environment/topic.ts';

// The client accepts null for any version; its types do not.
const anyVersion = null as unknown as string;

// A server refuses a change by query while the index is stale, unless it may wait. It reads a time span; the client's type is number.
const upToDate = {
  allowStale: false,
  retrieveDetails: false,
  staleTimeout: '00:00:20',
} as unknown as QueryOperationOptions;

topic('patch', ({ store, test }) => {
  const saved = async (id: string, age: number): Promise<void> => {
    const session = store.openSession();
    await session.store(new User(id, age), id);
    await session.saveChanges();
  };
  const ageOf = async (id: string): Promise<number | undefined> =>
    (await store.openSession().load<User>(id, User))?.age;
  const script = (text: string, values: object = {}): PatchRequest => {
    const request = PatchRequest.forScript(text);
    request.values = values;
    return request;
  };

  test('changes one document and returns the patch status', async () => {
    await saved('users/1', 1);
    const send = (id: string, text: string): Promise<unknown> =>
      store.operations.send(new PatchOperation(id, anyVersion, script(text, { by: 2 })));
    await send('users/1', 'this.age += args.by');
    expect(await ageOf('users/1')).toBe(3);
    await send('users/1', 'this.age = this.age + $by');
    expect(await ageOf('users/1')).toBe(5);
    expect(
      await raw(store, 'PATCH', '/docs?id=users/1', { Patch: { Script: 'this.age = 5' } }),
    ).toMatchObject({ status: 200 });
    expect(
      (await raw(store, 'PATCH', '/docs?id=users/none', { Patch: { Script: 'this.age = 5' } })).status,
    ).toBe(404);
  });

  test('patches without loading: set, increment, arrays', async () => {
    await saved('users/2', 7);
    const session = store.openSession();
    session.advanced.increment('users/2', 'age', 3);
    session.advanced.patch('users/2', 'name', 'patched');
    session.advanced.patchArray('users/2', 'tags', (tags) => tags.push('a', 'b'));
    await session.saveChanges();
    const body = (await raw(store, 'GET', '/docs?id=users/2')).json() as { Results: unknown[] };
    expect(body.Results[0]).toMatchObject({ age: 10, name: 'patched' });
  });

  test('runs in order in a batch with other commands', async () => {
    await saved('users/3', 1);
    const session = store.openSession();
    await session.store(new User('new', 9), 'users/3-new');
    session.advanced.defer(
      new PatchCommandData(
        'users/3',
        anyVersion,
        script("this.age = 40 + 2; put('users/3-made', { from: id(this) })"),
        undefined,
      ),
      new PatchCommandData('users/3-none', anyVersion, script('this.age = 1'), script('this.age = -1')),
    );
    await session.saveChanges();
    expect(await ageOf('users/3')).toBe(42);
    expect(await ageOf('users/3-none')).toBe(-1);
    const made = (await raw(store, 'GET', '/docs?id=users/3-made')).json() as { Results: unknown[] };
    expect(made.Results[0]).toMatchObject({ from: 'users/3' });
  });

  test('supports load, put, del, id, metadata and output in test mode, which changes nothing', async () => {
    await saved('users/4', 4);
    await saved('users/5', 5);
    const text = `
      output(id(this)); output(load('users/5').age); output(load('users/9')); output(this.nope.deep);
      output(getMetadata(this)['@id']); put('users/6', { a: 1 }); del('users/5'); this.age = 44; output(true);`;
    const answer = await raw(store, 'PATCH', '/docs?id=users/4&test=true', {
      Patch: { Script: text, Values: {} },
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      Status: 'Patched',
      ModifiedDocument: { age: 44 },
      OriginalDocument: { age: 4 },
      Debug: {
        Info: ['users/4', '5', 'undefined', expect.any(String), 'users/4', 'True'],
        Actions: {
          LoadDocument: [
            { Id: 'users/5', Exists: true },
            { Id: 'users/9', Exists: false },
          ],
          PutDocument: [{ Id: 'users/6', Data: { a: 1 } }],
          DeleteDocument: ['users/5'],
        },
      },
    });
    expect([await ageOf('users/4'), await ageOf('users/5')]).toEqual([4, 5]);
  });

  test('rolls back the batch of a failing script, and names the document', async () => {
    await saved('users/7', 7);
    const broken = {
      Commands: [
        { Id: 'users/7', Type: 'PATCH', Patch: { Script: 'this.age = 8', Values: {} } },
        { Id: 'users/7', Type: 'PATCH', Patch: { Script: "throw new Error('no such luck')", Values: {} } },
      ],
    };
    const answer = await raw(store, 'POST', '/bulk_docs', broken);
    expect(answer.status).toBe(500);
    const { Type, Message } = answer.json() as { Type: string; Message: string };
    expect(Type).toBe('Raven.Client.Exceptions.Documents.Patching.JavaScriptException');
    expect(Message).toMatch(/users\/7(.|\n)*no such luck/);
    expect(await ageOf('users/7')).toBe(7);
    const operation = store.operations.send(new PatchOperation('users/7', anyVersion, script('foo bar')));
    expect((await failure(operation)).name).toBe('JavaScriptParseException');
    const endless = await raw(store, 'PATCH', '/docs?id=users/7', {
      Patch: { Script: 'while (true) {}', Values: {} },
    });
    expect(endless.status).toBe(500);
  });

  test('keeps the digits of unchanged numbers', async () => {
    const text = '{"a":1.50,"b":12345678901234567890,"c":1e3,"d":1,"@metadata":{"@collection":"Numbers"}}';
    await raw(store, 'PUT', '/docs?id=numbers/1', text);
    const answer = await raw(store, 'PATCH', '/docs?id=numbers/1', {
      Patch: { Script: 'this.d++', Values: {} },
    });
    expect(answer.text).toContain('{"a":1.50,"b":12345678901234567890,"c":1e3,"d":2');
  });

  test('rejects or skips another version', async () => {
    await saved('users/8', 8);
    const body = { Patch: { Script: 'this.age = 0', Values: {} } };
    const asked = { 'if-match': '"A:1-nobody"' };
    expect((await raw(store, 'PATCH', '/docs?id=users/8', body, asked)).status).toBe(409);
    expect(
      (await raw(store, 'PATCH', '/docs?id=users/8&skipPatchIfChangeVectorMismatch=true', body, asked))
        .status,
    ).toBe(304);
    expect(await ageOf('users/8')).toBe(8);
  });

  test('changes counters', async () => {
    await saved('users/10', 1);
    await raw(store, 'PATCH', '/docs?id=users/10', {
      Patch: { Script: "incrementCounter(this, 'likes', 3)", Values: {} },
    });
    expect(await store.openSession().countersFor('users/10').get('likes')).toBe(3);
  });

  test('changes every match of a query, with progress and result', async () => {
    await saved('users/11', 100);
    await saved('users/12', 200);
    const text =
      'declare function more(n) { return n + 1 } from Users as u where u.age >= $from update { u.age = more(u.age); this.seen = $mark }';
    const query = new IndexQuery(text);
    // The client's types require objects, but it sends any value.
    query.queryParameters = { from: 100, mark: 'x' } as unknown as typeof query.queryParameters;
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the client's own operation
    const operation = await store.operations.send(new PatchByQueryOperation(query, upToDate));
    await operation.waitForCompletion();
    expect([await ageOf('users/11'), await ageOf('users/12')]).toEqual([101, 201]);
    const test = await raw(store, 'PATCH', '/queries/test?id=users/11', {
      Query: { Query: 'from Users update { this.age = 0; output(1) }' },
    });
    expect(test.json()).toMatchObject({
      Status: 'Patched',
      ModifiedDocument: { age: 0 },
      OriginalDocument: { age: 101 },
      Debug: { Output: ['1'] },
    });
    expect((await raw(store, 'PATCH', '/queries', { Query: { Query: 'from Users' } })).status).toBe(500);
    expect(
      (await raw(store, 'PATCH', '/queries', { Query: { Query: 'from Users update { foo bar }' } })).status,
    ).toBe(500);
  });

  test('deletes every match of a query', async () => {
    await saved('users/13', 1000);
    const operation = await store.operations.send(
      // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the client's own operation
      new DeleteByQueryOperation(new IndexQuery('from Users where age >= 1000'), upToDate),
    );
    await operation.waitForCompletion();
    expect(await ageOf('users/13')).toBeUndefined();
  });
});
