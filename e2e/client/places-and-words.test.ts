import { AbstractJavaScriptIndexCreationTask, PointField } from 'ravendb';
import { expect } from 'vitest';
import { topic } from './environment/topic.ts';

class Shop {
  id?: string;
  name: string;
  about: string;
  lat: number;
  lng: number;

  constructor(name = '', about = '', lat = 0, lng = 0) {
    this.name = name;
    this.about = about;
    this.lat = lat;
    this.lng = lng;
  }
}

class ShopsByAll extends AbstractJavaScriptIndexCreationTask<
  Shop,
  Pick<Shop, 'name' | 'about'> & { place: unknown }
> {
  constructor() {
    super();
    const { createSpatialField } = this.mapUtils();
    this.map(Shop, (shop) => ({
      name: shop.name,
      about: shop.about,
      // The text of this function is the index; the client's types do not know that it creates a field.
      // eslint-disable-next-line @typescript-eslint/no-confusing-void-expression
      place: createSpatialField(shop.lat, shop.lng) as unknown as string,
    }));
    this.index('about', 'Search');
    this.analyze('about', 'SimpleAnalyzer');
    this.index('name', 'Exact');
  }
}

topic('places and words', ({ store, test }) => {
  const names = (shops: readonly Shop[]): string[] => shops.map((shop) => shop.name);

  const fill = async (): Promise<void> => {
    const session = store.openSession();
    await session.store(new Shop('Louvre', 'old paintings by the river', 48.86, 2.34), 'shops/1');
    await session.store(new Shop('Tate', 'new paintings in an old power station', 51.51, -0.1), 'shops/2');
    await session.store(new Shop('Prado', 'old masters', 40.41, -3.69), 'shops/3');
    await session.saveChanges();
    await new ShopsByAll().execute(store);
  };

  test('searches words, phrases and prefixes', async () => {
    await fill();
    const search = async (text: string): Promise<string[]> => {
      const query = store.openSession().query<Shop>(Shop).waitForNonStaleResults();
      return names(await query.search('about', text).orderBy('name').all());
    };
    expect(await search('old')).toEqual(['Louvre', 'Prado', 'Tate']);
    expect(await search('"old masters" station')).toEqual(['Prado', 'Tate']);
    expect(await search('paint*')).toEqual(['Louvre', 'Tate']);
  });

  test('finds points within a radius, nearest first', async () => {
    await fill();
    const query = store.openSession().query<Shop>(Shop).waitForNonStaleResults();
    const near = query
      .spatial(new PointField('lat', 'lng'), (where) => where.withinRadius(400, 48.86, 2.34))
      .orderByDistance(new PointField('lat', 'lng'), 51.5, 0);
    expect(names(await near.all())).toEqual(['Tate', 'Louvre']);
  });

  test('supports a static index with an analyzer, an exact field and spatial fields', async () => {
    await fill();
    const ask = () => store.openSession().query<Shop>({ index: ShopsByAll }).waitForNonStaleResults();
    expect(names(await ask().search('about', 'river masters').all())).toEqual(['Louvre', 'Prado']);
    expect(names(await ask().whereEquals('name', 'Tate').all())).toEqual(['Tate']);
    expect(names(await ask().whereEquals('name', 'tate').all())).toEqual([]);
    const near = ask().spatial('place', (where) => where.withinRadius(400, 48.86, 2.34));
    expect(names(await near.orderByDistance('place', 48.86, 2.34).all())).toEqual(['Louvre', 'Tate']);
  });
});
