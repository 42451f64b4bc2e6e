import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outline } from './outline.ts';
import { latitudeAt, longitudeAt, scaleBar, WORLD, worldX, worldY } from './projection.ts';
import { circleRing, projectRing } from './shape-rings.ts';
import { extentOf, fitView, nearestPoint } from './view.ts';

const world = (points: readonly (readonly [longitude: number, latitude: number])[]) => ({
  xs: Float64Array.from(points, ([longitude]) => worldX(longitude)),
  ys: Float64Array.from(points, ([, latitude]) => worldY(latitude)),
});

/** Even-odd over all rings, as they are filled. */
function isLand(longitude: number, latitude: number): boolean {
  let inside = false;
  for (const ring of outline)
    for (let at = 0; at < ring.length; at += 2) {
      const [x1 = 0, y1 = 0] = [ring[at], ring[at + 1]];
      const [x2 = 0, y2 = 0] = [ring[(at + 2) % ring.length], ring[(at + 3) % ring.length]];
      if (y1 > latitude !== y2 > latitude && longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1)
        inside = !inside;
    }
  return inside;
}

test('the outline has pairs of valid coordinates', () => {
  for (const ring of outline) {
    expect(ring.length % 2).toBe(0);
    expect(ring.length).toBeGreaterThanOrEqual(6);
    ring.forEach((value, at) => {
      expect(Number.isFinite(value)).toBe(true);
      expect(Math.abs(value)).toBeLessThanOrEqual(at % 2 === 0 ? 190 : 90);
    });
  }
});

test.each([
  ['Madrid', -3.7, 40.4],
  ['Berlin', 13.4, 52.5],
  ['Moscow', 37.6, 55.8],
  ['Rome', 12.6, 41.9],
  ['Ankara', 32.9, 39.9],
  ['Riyadh', 46.7, 24.7],
  ['Delhi', 77.2, 28.6],
  ['Beijing', 116.4, 39.9],
  ['Nairobi', 36.8, -1.3],
  ['Kano', 8.5, 12],
  ['Johannesburg', 28, -26.2],
  ['Denver', -105, 39.7],
  ['Montreal', -73.6, 45.5],
  ['Mexico City', -99.1, 19.4],
  ['Brasilia', -47.9, -15.8],
  ['La Paz', -68.1, -16.5],
  ['Alice Springs', 133.9, -23.7],
  ['Birmingham', -1.9, 52.5],
  ['Antananarivo', 47.5, -18.9],
  ['Yakutsk', 129.7, 62],
])('%s is on land', (_, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(true);
});

test.each([
  ['the Atlantic', -30, 30],
  ['the Pacific', -140, 10],
  ['the Indian Ocean', 75, -20],
  ['the Mediterranean', 18, 35],
  ['the Black Sea', 34, 43.3],
  ['the Caspian Sea', 51, 41],
  ['the Baltic Sea', 19, 57],
  ['the North Sea', 3, 56],
  ['Hudson Bay', -86, 60],
  ['the Gulf of Mexico', -92, 25],
  ['the Red Sea', 38, 20.5],
  ['the Bay of Bengal', 88, 15],
])('%s is water', (_, longitude, latitude) => {
  expect(isLand(longitude, latitude)).toBe(false);
});

test('converts degrees to the world and back', () => {
  expect([worldX(-180), worldX(180), worldY(0)]).toEqual([0, WORLD, WORLD / 2]);
  expect(worldY(90)).toBeCloseTo(0, 6);
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      (longitude, latitude) => {
        expect(longitudeAt(worldX(longitude))).toBeCloseTo(longitude, 6);
        expect(latitudeAt(worldY(latitude))).toBeCloseTo(latitude, 6);
      },
    ),
  );
});

test('the scale bar is a round length of at most its width', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.2, max: 8192, noNaN: true }),
      fc.double({ min: -80, max: 80, noNaN: true }),
      (k, latitude) => {
        const { km, pixels } = scaleBar(k, latitude, 120);
        expect(pixels).toBeLessThanOrEqual(120.001);
        expect(pixels).toBeGreaterThan(40);
        expect(['1', '2', '5']).toContain((km / 10 ** Math.floor(Math.log10(km) + 1e-9)).toFixed(0));
      },
    ),
  );
});

test('a circle has its radius, also over the date line, and closes around a pole', () => {
  const paris = circleRing({ latitude: 48, longitude: 2 }, 500);
  // One degree of latitude is 111.195 km.
  expect(paris[1]).toBeCloseTo(48 + 500 / 111.195, 2);
  const fiji = circleRing({ latitude: -17, longitude: 179 }, 500);
  const longitudes = fiji.filter((_, at) => at % 2 === 0);
  expect(Math.max(...longitudes)).toBeGreaterThan(180);
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(12);
  expect(circleRing({ latitude: 85, longitude: 0 }, 1000).slice(-4)).toEqual([
    expect.closeTo(-180, 6) as number,
    90,
    expect.closeTo(180, 6) as number,
    90,
  ]);
});

test('shows every point and shape inside of the window', () => {
  const coordinate = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -84, max: 84, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 1, maxLength: 9 }), (list) => {
      const points = world(list);
      const rings = [projectRing(circleRing({ latitude: 10, longitude: 10 }, 100))];
      const { x, y, k } = fitView(extentOf(points, rings), 800, 500);
      points.xs.forEach((px, index) => {
        expect(px * k + x).toBeGreaterThanOrEqual(0);
        expect(px * k + x).toBeLessThanOrEqual(800);
        expect((points.ys[index] ?? 0) * k + y).toBeGreaterThanOrEqual(0);
        expect((points.ys[index] ?? 0) * k + y).toBeLessThanOrEqual(500);
      });
    }),
  );
  expect(extentOf(world([]), [])).toBeNull();
  // One point keeps enough land around it.
  expect(fitView(extentOf(world([[2, 48]]), []), 800, 500).k).toBe(256);
});

test('finds the nearest point, the last one of equal ones, and none far away', () => {
  const points = world([
    [2, 48],
    [2, 48],
    [3, 48],
  ]);
  const view = { x: 0, y: 0, k: 10 };
  const pixel = (index: number) => ({ x: (points.xs[index] ?? 0) * 10, y: (points.ys[index] ?? 0) * 10 });
  expect(nearestPoint(points, view, pixel(0), 10)).toBe(1);
  expect(nearestPoint(points, view, pixel(2), 10)).toBe(2);
  expect(nearestPoint(points, view, { x: 0, y: 0 }, 10)).toBeNull();
});
