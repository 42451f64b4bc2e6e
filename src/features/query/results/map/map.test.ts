/** Points, shapes and files of the map. */
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { toGeoJson } from './geo-json.ts';
import { pointSource, rowPoints } from './row-points.ts';
import { queryShapes } from './spatial-shapes.ts';
import { readWkt } from './wkt.ts';

const plain = 'from Places';

describe('coordinates of rows', () => {
  it.each([
    ['a pair of members', { Latitude: 48, Longitude: 2 }, 'Latitude, Longitude'],
    ['short names', { lat: 48, lng: 2 }, 'lat, lng'],
    [
      'a nested object',
      { Address: { Location: { Latitude: 48, Longitude: 2 } } },
      'Address.Location.Latitude',
    ],
    ['a GeoJSON point', { Place: { type: 'Point', coordinates: [2, 48] } }, 'Place'],
    ['well-known text', { Place: 'POINT (2 48)' }, 'Place'],
  ])('are found in %s', (_, row, name) => {
    const source = pointSource([{ Name: 'none' }, row], plain);
    expect(source?.name).toContain(name);
    const points = rowPoints([{ Name: 'none' }, row], source);
    expect([...points.rows]).toEqual([1]);
    expect([points.latitudes[0], points.longitudes[0]]).toEqual([48, 2]);
  });

  it.each([
    [{ Latitude: 'north', Longitude: 2 }],
    [{ Latitude: 91, Longitude: 2 }],
    [{ Latitude: 48, Longitude: -181 }],
    [{ Latitude: Number.NaN, Longitude: 1 }],
    [{ Latitude: 48 }],
    [{ '@metadata': { Latitude: 48, Longitude: 2 } }],
    [{ Place: { type: 'Point', coordinates: ['2', 48] } }],
    [{ Place: 'POINT (500 48)' }],
    [{ A: { B: { C: { Latitude: 48, Longitude: 2 } } } }],
  ])('are not found in %j', (row) => {
    expect(pointSource([row], plain)).toBeNull();
  });

  it('are those of the fields that the query names, with and without its alias', () => {
    const rows = [{ Latitude: 1, Longitude: 1, To: { Lat: 48, Lng: 2 } }];
    const query =
      'from Places as p where spatial.within(spatial.point(p.To.Lat, p.To.Lng), spatial.circle(10, 48, 2))';
    const points = rowPoints(rows, pointSource(rows, query));
    expect([points.latitudes[0], points.longitudes[0]]).toEqual([48, 2]);
    // A point of two numbers is the center of an order, not a field.
    const order =
      'from Places order by spatial.distance(spatial.point(To.Lat, To.Lng), spatial.point(10, 20))';
    expect(pointSource(rows, order)?.name).toBe('To.Lat, To.Lng');
  });

  it('are those of the spatial metadata where the query names a field of an index', () => {
    const rows = [{ Name: 'x', '@metadata': { '@spatial': { Distance: 1, Latitude: 48, Longitude: 2 } } }];
    expect(
      pointSource(rows, "from index 'Places' order by spatial.distance(Place, spatial.point(1, 2))")?.name,
    ).toBe('spatial metadata');
  });

  it('are those of most rows', () => {
    const rows = [
      { From: { lat: 1, lng: 1 } },
      { From: { lat: 1, lng: 1 }, To: { lat: 2, lng: 2 } },
      { To: { lat: 2, lng: 2 } },
      { To: { lat: 2, lng: 2 } },
    ];
    expect(pointSource(rows, plain)?.name).toBe('To.lat, To.lng');
  });

  it('of a hundred thousand rows keep their rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) =>
      index % 10 === 3 ? { Name: 'none' } : { lat: (index % 170) - 85, lng: (index % 359) - 179 },
    );
    const points = rowPoints(rows, pointSource(rows, plain));
    expect(points.rows).toHaveLength(90_000);
    expect(points.rows[3]).toBe(4);
    expect(points.latitudes[3]).toBe(-81);
  });
});

describe('shapes of the query', () => {
  it('are circles and well-known text, with parameters and miles', () => {
    const { shapes, skipped } = queryShapes(
      `from Places where spatial.within(spatial.point(Lat, Lng), spatial.circle($radius, 48.5, -2, 'miles'))
        and not spatial.within(spatial.point(Lat, Lng), spatial.wkt($area)) // spatial.circle(1, 2, 3)`,
      { radius: 100, area: 'POLYGON((0 40, 10 40, 10 50, 0 50, 0 40))' },
    );
    expect(shapes).toEqual([
      {
        kind: 'circle',
        center: { latitude: 48.5, longitude: -2 },
        radiusKm: expect.closeTo(160.9344) as number,
      },
      { kind: 'area', rings: [[0, 40, 10, 40, 10, 50, 0, 50, 0, 40]] },
    ]);
    expect(skipped).toEqual([]);
  });

  it('that cannot be drawn are named', () => {
    expect(
      queryShapes(
        "from A where spatial.within(P, spatial.circle($r, 1, 2)) or spatial.within(P, spatial.wkt('X'))",
        {},
      ),
    ).toEqual({ shapes: [], skipped: ['spatial.circle($r, 1, 2)', "spatial.wkt('X')"] });
    expect(queryShapes("from A where B = 'spatial.circle(1, 2, 3)'", {})).toEqual({
      shapes: [],
      skipped: [],
    });
  });
});

test.each([
  ['POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))', 'area', [8, 8]],
  ['MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((20 20, 29 20, 29 29, 20 20)))', 'area', [8]],
  ['linestring(0 0, 1.5 -2e0)', 'line', [4]],
  ['MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))', 'line', [4, 6]],
  ['ENVELOPE (-10, 20, 60, 30)', 'area', [8]],
])('reads %s', (text, kind, lengths) => {
  const [first] = readWkt(text) ?? [];
  expect(first?.kind).toBe(kind);
  expect(first && 'rings' in first ? first.rings.map((ring) => ring.length) : []).toEqual(lengths);
});

test('reads every polygon of several, and a circle', () => {
  expect(readWkt('MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((20 20, 29 20, 29 29, 20 20)))')).toHaveLength(2);
  expect(readWkt('CIRCLE(2.5 48 d=100)')).toEqual([
    { kind: 'circle', center: { latitude: 48, longitude: 2.5 }, radiusKm: 100 },
  ]);
});

test.each([
  '',
  'POINT (2 48)',
  'POLYGON EMPTY',
  'POLYGON (())',
  'POLYGON ((0 0, 9 zero, 9 9))',
  'POLYGON ((0 0, 9 95, 9 9, 0 0))',
  'POLYGON ((0 0, 9 0',
  'ENVELOPE (1, 2, 3)',
  'CIRCLE (1 2)',
  `POLYGON (${'('.repeat(5000)}`,
])('draws nothing for %s', (text) => {
  expect(readWkt(text)).toBeNull();
});

test('writes points and shapes as GeoJSON with closed rings', () => {
  const rows = [{ Name: 'a', lat: 48, lng: 2, '@metadata': { '@id': 'places/1' } }, { Name: 'b' }];
  const text = toGeoJson(rows, rowPoints(rows, pointSource(rows, plain)), [
    { kind: 'circle', center: { latitude: 48, longitude: 2 }, radiusKm: 10 },
    { kind: 'area', rings: [[0, 0, 9, 0, 9, 9]] },
  ]);
  const position = z.tuple([z.number(), z.number()]);
  const file = z.object({
    type: z.literal('FeatureCollection'),
    features: z.tuple([
      z.object({
        id: z.literal('places/1'),
        geometry: z.object({ type: z.literal('Point'), coordinates: position }),
        properties: z.record(z.string(), z.unknown()),
      }),
      z.object({ geometry: z.object({ coordinates: z.tuple([z.array(position)]) }) }),
      z.object({ geometry: z.object({ coordinates: z.tuple([z.array(position)]) }) }),
    ]),
  });
  const [point, circle, area] = file.parse(JSON.parse(text)).features;
  expect(point.geometry.coordinates).toEqual([2, 48]);
  expect(point.properties).toEqual({ Name: 'a', lat: 48, lng: 2 });
  const [ring] = circle.geometry.coordinates;
  expect(ring[0]?.[1]).toBeCloseTo(ring.at(-1)?.[1] ?? 0, 6);
  expect(area.geometry.coordinates[0]).toEqual([
    [0, 0],
    [9, 0],
    [9, 9],
    [0, 0],
  ]);
});
