/** Reads well-known text as far as a map draws it: polygons, lines, envelopes, circles. Longitude is before latitude. Pure. */
import type { MapShape } from '../../../../charts/map/index.ts';

type Ring = readonly number[];

const PAIR = /^\s*(-?[\d.]+(?:e[+-]?\d+)?)\s+(-?[\d.]+(?:e[+-]?\d+)?)(?:\s+-?[\d.]+)*\s*$/i;

/** Null for a text that is not drawn: other kinds, empty shapes, and numbers that are no degrees. */
export function readWkt(text: string): readonly MapShape[] | null {
  const match = /^\s*([a-z]+)\s*(?:z|m|zm)?\s*\(([\s\S]*)\)\s*$/i.exec(text);
  const [, kind = '', inside = ''] = match ?? [];
  switch (kind.toLowerCase()) {
    case 'polygon':
      return shapesOf('area', [inside]);
    case 'multipolygon':
      return shapesOf('area', bracketed(inside));
    case 'linestring':
      return shapesOf('line', [`(${inside})`]);
    case 'multilinestring':
      return shapesOf('line', [inside]);
    case 'envelope':
      return envelope(inside);
    case 'circle':
      return circle(inside);
    default:
      return null;
  }
}

function shapesOf(kind: 'area' | 'line', texts: readonly string[]): readonly MapShape[] | null {
  const shapes = texts.map((each) => bracketed(each).map(ring));
  const complete: Ring[][] = [];
  for (const rings of shapes) {
    const valid = rings.filter((each) => each !== null);
    if (valid.length === 0 || valid.length < rings.length) return null;
    complete.push(valid);
  }
  return complete.length === 0 ? null : complete.map((rings) => ({ kind, rings }));
}

/** The contents of the outermost brackets: `(a), (b)` → a, b. */
function bracketed(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(' && depth++ === 0) start = at + 1;
    else if (text[at] === ')' && --depth === 0) found.push(text.slice(start, at));
  }
  return found;
}

function ring(text: string): Ring | null {
  const values: number[] = [];
  for (const pair of text.split(',')) {
    const [, x, y] = PAIR.exec(pair) ?? [];
    const [longitude, latitude] = [Number(x ?? Number.NaN), Number(y ?? Number.NaN)];
    if (!isDegrees(longitude, latitude)) return null;
    values.push(longitude, latitude);
  }
  return values.length < 4 ? null : values;
}

function isDegrees(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;
}

/** `ENVELOPE(west, east, north, south)`. */
function envelope(text: string): readonly MapShape[] | null {
  const values = text.split(',').map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  const [west = Number.NaN, east = Number.NaN, north = Number.NaN, south = Number.NaN] = values;
  if (values.length !== 4 || !isDegrees(west, north) || !isDegrees(east, south)) return null;
  return [{ kind: 'area', rings: [[west, south, east, south, east, north, west, north]] }];
}

/** `CIRCLE(longitude latitude d=kilometers)`. */
function circle(text: string): readonly MapShape[] | null {
  const [, x, y, d] = /^\s*(-?[\d.]+)[\s,]+(-?[\d.]+)[\s,]+d\s*=\s*([\d.]+)\s*$/i.exec(text) ?? [];
  const [longitude, latitude, radiusKm] = [x, y, d].map((each) => Number(each ?? Number.NaN));
  if (longitude === undefined || latitude === undefined || radiusKm === undefined) return null;
  if (!isDegrees(longitude, latitude) || !Number.isFinite(radiusKm)) return null;
  return [{ kind: 'circle', center: { latitude, longitude }, radiusKm }];
}
