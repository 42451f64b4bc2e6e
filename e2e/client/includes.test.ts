import { expect } from 'vitest';
import { Order, User } from './entities.ts';
import { topic } from './environment/topic.ts';

topic('includes', ({ store, test }) => {
  const fill = async (): Promise<void> => {
    const session = store.openSession();
    await session.store(new User('Ann', 1), 'users/ann');
    await session.store({ title: 'Ltd', '@metadata': { '@collection': 'Companies' } }, 'companies/1');
    await session.store(Object.assign(new Order('users/ann', 10), { companyId: 'companies/1' }), 'orders/1');
    await session.store(
      Object.assign(new Order('users/nobody', 20), { companyId: 'companies/1' }),
      'orders/2',
    );
    await session.store(
      { lines: [{ product: 'products/1' }, { product: 'products/2' }, { product: null }, {}] },
      'carts/1',
    );
    await session.store({ title: 'Chai' }, 'products/1');
    await session.store({ title: 'Chang' }, 'products/2');
    await session.saveChanges();
  };

  test('loads a referenced document in the same request', async () => {
    await fill();
    const session = store.openSession();
    const order = await session.include('userId').load<Order>('orders/1', Order);
    expect(order?.total).toBe(10);
    expect(await session.load<User>('users/ann', User)).toMatchObject({ name: 'Ann' });
    expect(session.advanced.numberOfRequests).toBe(1);
  });

  test('omits a missing reference, which then loads as null', async () => {
    await fill();
    const session = store.openSession();
    const order = await session.include('userId').load<Order>('orders/2', Order);
    expect(order?.total).toBe(20);
    expect(session.advanced.isLoaded('users/nobody')).toBe(false);
    expect(await session.load('users/nobody')).toBeNull();
    expect(session.advanced.numberOfRequests).toBe(2);
  });

  test('supports several paths and documents', async () => {
    await fill();
    const session = store.openSession();
    const orders = await session.include('userId').include('companyId').load<Order>(['orders/1', 'orders/2']);
    expect(Object.keys(orders)).toEqual(['orders/1', 'orders/2']);
    expect(await session.load('companies/1')).toMatchObject({ title: 'Ltd' });
    expect(await session.load('users/ann')).toMatchObject({ name: 'Ann' });
    expect(session.advanced.numberOfRequests).toBe(1);
  });

  test('supports a path through an array with nulls', async () => {
    await fill();
    const session = store.openSession();
    await session.include('lines[].product').load('carts/1');
    expect(await session.load('products/1')).toMatchObject({ title: 'Chai' });
    expect(await session.load('products/2')).toMatchObject({ title: 'Chang' });
    expect(session.advanced.numberOfRequests).toBe(1);
  });

  test('supports the include builder of load, and a missing path', async () => {
    await fill();
    const session = store.openSession();
    await session.load('orders/1', {
      includes: (builder) => builder.includeDocuments('companyId').includeDocuments('no.such.path'),
    });
    expect(await session.load('companies/1')).toMatchObject({ title: 'Ltd' });
    expect(session.advanced.numberOfRequests).toBe(1);
  });
});
