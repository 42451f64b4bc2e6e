import { GetIdentitiesOperation, NextIdentityForCommand, SeedIdentityForCommand } from 'ravendb';
import { expect } from 'vitest';
import { Order, User } from './entities.ts';
import { disposed } from './environment/disposed.ts';
import { topic } from './environment/topic.ts';

topic('ids', ({ anotherStore, store, test }) => {
  test('gives each store its own HiLo range, and takes back unused ids', async () => {
    const first = anotherStore();
    const second = anotherStore();
    const stored = async (in_: typeof first): Promise<string> => {
      const session = in_.openSession();
      const user = new User('somebody', 1);
      await session.store(user);
      await session.saveChanges();
      return user.id ?? '';
    };
    expect(await stored(first)).toBe('users/1-A');
    expect(await stored(second)).toBe('users/33-A');
    expect(await stored(first)).toBe('users/2-A');
    expect(await stored(second)).toBe('users/34-A');
    await disposed(second);
    expect(await stored(anotherStore())).toBe('users/35-A');
    const hilo = await store.openSession().load<{ Max: number }>('Raven/Hilo/users');
    expect(hilo?.Max).toBeGreaterThanOrEqual(35);
  });

  test('grants larger ranges to a store that requests often', async () => {
    const busy = anotherStore();
    const session = busy.openSession();
    const ids: string[] = [];
    for (let i = 0; i < 200; i++) {
      const order = new Order('users/1-A', i);
      await session.store(order);
      ids.push(order.id ?? '');
    }
    await session.saveChanges();
    expect(new Set(ids).size).toBe(200);
    expect(ids.at(-1)).toBe('orders/200-A');
    const { Max } = (await store.openSession().load<{ Max: number }>('Raven/Hilo/orders')) ?? {};
    expect(Max).toBeGreaterThanOrEqual(200);
  });

  test('generates a guid without an id', async () => {
    const session = store.openSession();
    const thing = { kind: 'nameless' };
    await session.store(thing, '');
    await session.saveChanges();
    const id = session.advanced.getDocumentId(thing);
    expect(id).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect(await store.openSession().load(id)).toMatchObject(thing);
  });

  test('appends a rising number and the node tag to an id that ends with /', async () => {
    const numbers: string[] = [];
    for (let i = 0; i < 3; i++) {
      const session = store.openSession();
      const user = new User('numbered', i);
      await session.store(user, 'numbered/');
      await session.saveChanges();
      numbers.push(user.id ?? '');
    }
    for (const id of numbers) expect(id).toMatch(/^numbered\/\d{19}-A$/);
    expect([...numbers].sort()).toEqual(numbers);
    expect(new Set(numbers).size).toBe(3);
  });

  test('assigns identities 1, 2, 3 without gaps for an id that ends with |', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const session = store.openSession();
      const user = new User('counted', i);
      await session.store(user, 'tickets|');
      await session.saveChanges();
      ids.push(user.id ?? '');
    }
    expect(ids).toEqual(['tickets/1', 'tickets/2', 'tickets/3']);
  });

  test('returns, seeds and lists identities', async () => {
    const { requestExecutor } = store.openSession().advanced;
    const next = async (): Promise<number> => {
      const command = new NextIdentityForCommand('invoices|');
      await requestExecutor.execute(command);
      return command.result;
    };
    expect(await next()).toBe(1);
    expect(await next()).toBe(2);
    const seed = new SeedIdentityForCommand('invoices|', 1000);
    await requestExecutor.execute(seed);
    expect(seed.result).toBe(1000);
    expect(await next()).toBe(1001);
    // A smaller number changes nothing unless it is forced.
    const smaller = new SeedIdentityForCommand('invoices|', 5);
    await requestExecutor.execute(smaller);
    expect(smaller.result).toBe(1001);
    const forced = new SeedIdentityForCommand('invoices|', 5, true);
    await requestExecutor.execute(forced);
    expect(forced.result).toBe(5);
    expect(await store.maintenance.send(new GetIdentitiesOperation())).toMatchObject({ 'invoices|': 5 });
  });
});
