import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../protocol/queries.ts';
import { learnSchema, type LearntSchema } from './learnt-schema.ts';

const times = (n: number, make: (i: number) => JsonObject) => Array.from({ length: n }, (_, i) => make(i));
const learn = (documents: readonly JsonObject[]): LearntSchema => learnSchema(documents, 'Orders') ?? {};

describe('learnSchema', () => {
  it('knows types, and requires what every document has', () => {
    const schema = learn(
      times(8, (i) => ({
        Freight: i,
        Paid: true,
        Note: i % 2 ? null : 'x',
        ...(i === 0 ? { Rare: 1 } : {}),
      })),
    );
    expect(schema.required).toEqual(['Freight', 'Paid', 'Note']);
    expect(schema.properties?.Freight).toMatchObject({
      type: ['number'],
      errorMessage: 'In all 8 samples, "Freight" is a number.',
      description: 'a number, present in 8 of 8 samples',
    });
    expect(schema.properties?.Note?.type).toEqual(['string', 'null']);
    // One observation proves no type, but the name is known.
    expect(schema.properties?.Rare).toEqual({ description: 'a number, present in 1 of 8 samples' });
  });

  it('requires nothing and proves no type with few documents', () => {
    const schema = learn(times(4, (i) => ({ Freight: i })));
    expect(schema.required).toBeUndefined();
    expect(schema.properties?.Freight?.type).toBeUndefined();
  });

  it('suggests texts that repeat, most frequent first, and no texts that are data', () => {
    const schema = learn(
      times(12, (i) => ({ Status: i % 3 ? 'Shipped' : 'Open', Id: `orders/${i}`, Text: 'x'.repeat(80) })),
    );
    expect(schema.properties?.Status?.examples).toEqual(['Shipped', 'Open']);
    expect(schema.properties?.Id?.examples).toBeUndefined();
    expect(schema.properties?.Text?.examples).toBeUndefined();
  });

  it('learns objects inside of objects and arrays', () => {
    const schema = learn(
      times(3, (i) => ({ Lines: [{ Product: 'a', N: i }, { Product: 'b' }], To: { City: 'x' } })),
    );
    expect(schema.properties?.Lines?.items).toMatchObject({
      type: ['object'],
      required: ['Product'],
      properties: { N: { description: 'a number, present in 3 of 6 samples' } },
    });
    expect(schema.properties?.To?.properties?.City?.description).toContain('a string');
  });

  it('suggests no names of an object whose names are data', () => {
    const schema = learn(
      times(10, (i) => ({
        Days: Object.fromEntries(Array.from({ length: 20 }, (_, d) => [`d${i}-${d}`, d])),
      })),
    );
    expect(schema.properties?.Days?.properties).toBeUndefined();
    expect(schema.properties?.Days?.type).toEqual(['object']);
  });

  it('describes the metadata by its own rules, and learns nothing without documents', () => {
    const schema = learn(times(6, () => ({ '@metadata': { '@id': 'a' } })));
    expect(schema.required).toBeUndefined();
    expect(Object.keys(schema.properties?.['@metadata']?.properties ?? {})).toEqual([
      '@collection',
      '@archive-at',
      '@expires',
      '@refresh',
    ]);
    expect(learnSchema([], 'Orders')).toBeUndefined();
  });

  it('survives hostile names and depths', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 90; i++) deep = { deep };
    const schema = learn(
      times(
        6,
        () =>
          JSON.parse(
            `{"__proto__":1,"constructor":{"prototype":2},"deep":${JSON.stringify(deep)}}`,
          ) as JsonObject,
      ),
    );
    expect(Object.keys(schema.properties ?? {})).toEqual(['__proto__', 'constructor', 'deep', '@metadata']);
    expect(schema.required).toEqual(['__proto__', 'constructor', 'deep']);
  });
});
