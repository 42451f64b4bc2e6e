/** The map as a GeoJSON file, for other programs. Pure. */
import { circleRing, type MapShape } from '../../../../charts/map/index.ts';
import type { JsonObject } from '../../../../protocol/queries.ts';
import { documentId } from '../result-columns.ts';
import type { RowPoints } from './row-points.ts';

type Position = readonly [longitude: number, latitude: number];

export function toGeoJson(
  rows: readonly JsonObject[],
  points: RowPoints,
  shapes: readonly MapShape[],
): string {
  const features: unknown[] = [];
  points.rows.forEach((row, at) => {
    const members = Object.entries(rows[row] ?? {}).filter(([name]) => name !== '@metadata');
    const id = documentId(rows[row] ?? {});
    features.push({
      type: 'Feature',
      ...(id === null ? {} : { id }),
      geometry: { type: 'Point', coordinates: [points.longitudes[at], points.latitudes[at]] },
      properties: Object.fromEntries(members),
    });
  });
  for (const shape of shapes) features.push({ type: 'Feature', ...shapeMembers(shape) });
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}

/** GeoJSON has no circles: they are polygons, with the circle among the properties. */
function shapeMembers(shape: MapShape): object {
  if (shape.kind === 'line')
    return {
      geometry: { type: 'MultiLineString', coordinates: shape.rings.map(positions) },
      properties: { condition: 'line' },
    };
  if (shape.kind === 'area')
    return {
      geometry: { type: 'Polygon', coordinates: shape.rings.map(closed) },
      properties: { condition: 'area' },
    };
  const { center, radiusKm } = shape;
  return {
    geometry: { type: 'Polygon', coordinates: [closed(circleRing(center, radiusKm))] },
    properties: { condition: 'circle', ...center, radiusKm },
  };
}

function positions(ring: readonly number[]): readonly Position[] {
  const found: Position[] = [];
  for (let at = 0; at + 1 < ring.length; at += 2) found.push([ring[at] ?? 0, ring[at + 1] ?? 0]);
  return found;
}

function closed(ring: readonly number[]): readonly Position[] {
  const list = positions(ring);
  const [first, last] = [list[0], list.at(-1)];
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...list, first] : list;
}
