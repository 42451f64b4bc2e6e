import {
  AbstractJavaScriptIndexCreationTask,
  AbstractJavaScriptMultiMapIndexCreationTask,
  DeleteByQueryOperation,
  GetIndexStatisticsOperation,
  IndexQuery,
} from 'ravendb';
import { expect } from 'vitest';
import { Order, User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { topic } from './environment/topic.ts';

interface Sales {
  user: string;
  count: number;
  total: number;
}

/** Sums per user. */
class OrdersByUser extends AbstractJavaScriptIndexCreationTask<Order, Sales> {
  constructor() {
    super();
    this.map(Order, (order) => ({ user: order.userId, count: 1, total: order.total }));
    this.reduce((results) =>
      results
        .groupBy((result) => result.user)
        .aggregate((group) => ({
          user: group.key,
          count: group.values.reduce((sum, value) => sum + value.count, 0),
          total: group.values.reduce((sum, value) => sum + value.total, 0),
        })),
    );
  }
}

interface City {
  city: string;
  users: number;
  total: number;
}

/** Users and their orders by city: two maps, one of which loads a document. */
class Cities extends AbstractJavaScriptMultiMapIndexCreationTask<City> {
  constructor() {
    super();
    const { load } = this.mapUtils();
    this.map<User>(User, (user) => ({ city: user.address?.city ?? 'nowhere', users: 1, total: 0 }));
    this.map<Order>(Order, (order) => {
      const user = load<User | null>(order.userId, 'Users');
      return { city: user?.address?.city ?? 'nowhere', users: 0, total: order.total };
    });
    this.reduce((results) =>
      results
        .groupBy((result) => ({ city: result.city }))
        .aggregate((group) => ({
          city: group.key.city,
          users: group.values.reduce((sum, value) => sum + value.users, 0),
          total: group.values.reduce((sum, value) => sum + value.total, 0),
        })),
    );
  }
}

topic('map-reduce', ({ store, test }) => {
  const order = async (id: string, user: string, total: number): Promise<void> => {
    const session = store.openSession();
    await session.store(new Order(user, total), id);
    await session.saveChanges();
  };
  const live = async (id: string, city: string): Promise<void> => {
    const session = store.openSession();
    const user = new User(id, 30);
    user.address = { city, country: 'x' };
    await session.store(user, id);
    await session.saveChanges();
  };
  const remove = async (id: string): Promise<void> => {
    const session = store.openSession();
    await session.delete(id);
    await session.saveChanges();
  };
  const sales = async (): Promise<Sales[]> => {
    const query = store.openSession().query<Sales>({ index: OrdersByUser });
    const found = await query.waitForNonStaleResults().orderBy('user').all();
    return found.map(({ user, count, total }) => ({ user, count, total }));
  };

  test('sends, indexes and queries a class with map and reduce', async () => {
    await order('orders/1', 'users/1', 10);
    await order('orders/2', 'users/2', 5.5);
    await order('orders/3', 'users/1', 2);
    await store.executeIndex(new OrdersByUser());
    expect(await sales()).toEqual([
      { user: 'users/1', count: 2, total: 12 },
      { user: 'users/2', count: 1, total: 5.5 },
    ]);
    const session = store.openSession();
    const found = await session
      .query<Sales>({ index: OrdersByUser })
      .whereGreaterThan('total', 6)
      .orderByDescending('total')
      .first();
    expect({ user: found.user, count: found.count }).toEqual({ user: 'users/1', count: 2 });
    expect(await session.query({ index: OrdersByUser }).whereEquals('user', 'users/9').count()).toBe(0);
  });

  test('updates results after save, change and delete', async () => {
    await order('orders/3', 'users/2', 2);
    await order('orders/4', 'users/3', 1);
    await remove('orders/1');
    expect(await sales()).toEqual([
      { user: 'users/2', count: 2, total: 7.5 },
      { user: 'users/3', count: 1, total: 1 },
    ]);
  });

  test('merges several maps, and tracks loaded documents', async () => {
    await live('users/2', 'Lyon');
    await live('users/3', 'Rome');
    await store.executeIndex(new Cities());
    const cities = async (): Promise<City[]> => {
      const query = store.openSession().query<City>({ index: Cities });
      const found = await query.waitForNonStaleResults().orderBy('city').all();
      return found.map(({ city, users, total }) => ({ city, users, total }));
    };
    expect(await cities()).toEqual([
      { city: 'Lyon', users: 1, total: 7.5 },
      { city: 'Rome', users: 1, total: 1 },
    ]);
    await live('users/3', 'Lyon');
    expect(await cities()).toEqual([{ city: 'Lyon', users: 2, total: 8.5 }]);
  });

  test('returns results without id and change vector, counted by statistics', async () => {
    const answer = await raw(store, 'POST', '/queries', {
      Query: "from index 'OrdersByUser' order by user limit 1",
    });
    expect((answer.json() as { Results: unknown[] }).Results).toEqual([
      { user: 'users/2', count: 2, total: 7.5, '@metadata': { '@change-vector': null } },
    ]);
    const statistics = await store.maintenance.send(new GetIndexStatisticsOperation('OrdersByUser'));
    expect(statistics.entriesCount).toBe(2);
    expect(statistics.type).toBe('JavaScriptMapReduce');
    expect(statistics.reduceErrors).toBe(0);
    expect(statistics.reduceSuccesses).toBeGreaterThan(0);
  });

  test('rejects deleting results by query', async () => {
    const operation = await store.operations.send(
      // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the client's own operation
      new DeleteByQueryOperation(new IndexQuery("from index 'OrdersByUser'")),
    );
    const { message } = await failure(operation.waitForCompletion());
    expect(message).toContain('Cannot execute bulk operation on Map-Reduce indexes');
    expect(await sales()).toHaveLength(2);
  });

  test('updates hours rolled up a chain of parents after a move', async () => {
    const node = async (id: string, parent: string | null, hours: number): Promise<void> => {
      const body = { parent, hours, '@metadata': { '@collection': 'Nodes' } };
      expect((await raw(store, 'PUT', `/docs?id=${id}`, body)).status).toBe(201);
    };
    await node('nodes/root', null, 1);
    await node('nodes/a', 'nodes/root', 1);
    await node('nodes/b', 'nodes/root', 1);
    await node('nodes/leaf', 'nodes/a', 5);
    const index = {
      Name: 'NodeHours',
      Type: 'JavaScriptMapReduce',
      Maps: [
        `map('Nodes', (node) => {
          const found = [{ node: id(node), hours: node.hours }];
          let up = node.parent;
          while (up) {
            found.push({ node: up, hours: node.hours });
            const above = load(up, 'Nodes');
            up = above ? above.parent : null;
          }
          return found;
        })`,
      ],
      Reduce:
        'groupBy((x) => x.node).aggregate((g) => ({ node: g.key, hours: g.values.reduce((n, x) => n + x.hours, 0) }))',
    };
    expect((await raw(store, 'PUT', '/admin/indexes', { Indexes: [index] })).status).toBe(201);
    const hours = async (): Promise<unknown> => {
      const query = { Query: "from index 'NodeHours' order by node", WaitForNonStaleResults: true };
      const answer = await raw(store, 'POST', '/queries', query);
      const { Results } = answer.json() as { Results: { node: string; hours: number }[] };
      return Object.fromEntries(Results.map((result) => [result.node, result.hours]));
    };
    expect(await hours()).toEqual({ 'nodes/root': 8, 'nodes/a': 6, 'nodes/b': 1, 'nodes/leaf': 5 });
    await node('nodes/leaf', 'nodes/b', 5);
    expect(await hours()).toEqual({ 'nodes/root': 8, 'nodes/a': 1, 'nodes/b': 6, 'nodes/leaf': 5 });
    await node('nodes/b', 'nodes/a', 1);
    expect(await hours()).toEqual({ 'nodes/root': 8, 'nodes/a': 7, 'nodes/b': 6, 'nodes/leaf': 5 });
  });
});
