import { AbstractJavaScriptIndexCreationTask, Facet, FacetOptions, FacetSetup, RangeFacet } from 'ravendb';
import { expect } from 'vitest';
import { topic } from './environment/topic.ts';

class Camera {
  id?: string;
  maker: string;
  cost: number;

  constructor(maker = '', cost = 0) {
    this.maker = maker;
    this.cost = cost;
  }
}

class CamerasByMaker extends AbstractJavaScriptIndexCreationTask<Camera, Pick<Camera, 'maker' | 'cost'>> {
  constructor() {
    super();
    this.map(Camera, (camera) => ({ maker: camera.maker, cost: camera.cost }));
  }
}

topic('facets', ({ store, test }) => {
  const fill = async (): Promise<void> => {
    const session = store.openSession();
    for (const [at, maker] of ['Zeiss', 'Leica', 'Zeiss', 'Agfa', 'Zeiss', 'Leica'].entries())
      await session.store(new Camera(maker, at * 100), `cameras/${String(at)}`);
    const options = Object.assign(new FacetOptions(), {
      termSortMode: 'CountDesc',
      pageSize: 2,
      includeRemainingTerms: true,
    });
    const makers = Object.assign(new Facet(), { fieldName: 'maker', options });
    const costs = Object.assign(new RangeFacet(), { ranges: ['cost < 200', 'cost >= 200'] });
    const setup = Object.assign(new FacetSetup(), { facets: [makers], rangeFacets: [costs] });
    await session.store(setup, 'facets/cameras');
    await session.saveChanges();
    await new CamerasByMaker().execute(store);
  };
  const cameras = () => store.openSession().query<Camera>({ index: CamerasByMaker }).waitForNonStaleResults();

  test('reads the facet setup from a document', async () => {
    await fill();
    const found = await cameras().aggregateUsing('facets/cameras').execute();
    const makers = found.maker;
    expect(makers?.values.map(({ range, count }) => [range, count])).toEqual([
      ['zeiss', 3],
      ['leica', 2],
    ]);
    expect(makers?.remainingTerms).toEqual(['agfa']);
    expect(makers?.remainingHits).toBe(1);
    expect(found.cost?.values.map(({ count }) => count)).toEqual([2, 4]);
  });

  test('aggregates terms, sorted and paged', async () => {
    await fill();
    const found = await cameras()
      .aggregateBy((one) =>
        one
          .byField('maker')
          .sumOn('cost')
          .averageOn('cost')
          .withOptions(
            Object.assign(new FacetOptions(), {
              start: 1,
              pageSize: 1,
              termSortMode: 'ValueDesc',
              includeRemainingTerms: true,
            }),
          ),
      )
      .execute();
    const makers = found.maker;
    expect(makers?.values).toMatchObject([{ range: 'leica', count: 2, sum: 600, average: 300 }]);
    expect(makers?.remainingTerms).toEqual(['agfa']);
  });
});
