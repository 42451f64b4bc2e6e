/**
 * The coordinates of rows: of the fields that the query's spatial conditions name, of the metadata that a server adds to
 * spatial results, or of members that look like coordinates. Pure.
 */
import type { Coordinates, MapPoints } from '../../../../charts/map/index.ts';
import { isJsonObject, type JsonObject } from '../../../../protocol/queries.ts';
import { tokenize } from '../../../../ui/rql/index.ts';
import { argumentsOf, pathIn, spatialCall, valueAt } from '../spatial-calls.ts';

/** Where rows have their coordinates. */
export interface PointSource {
  /** As the toolbar names it: `Location.Latitude, Location.Longitude`. */
  readonly name: string;
  readonly read: (row: JsonObject) => Coordinates | null;
}

export interface RowPoints extends MapPoints {
  /** The row of each point. */
  readonly rows: Int32Array;
}

/** Rows that are examined to find the source. */
const SAMPLE = 200;
const MAX_DEPTH = 3;

/** Null when no examined row has coordinates. The source of the most rows wins; the query's own fields win always. */
export function pointSource(rows: readonly JsonObject[], query: string): PointSource | null {
  const sample = spread(rows);
  const written = [...querySources(query), metadataSource];
  const named = written.find(({ read }) => sample.some((row) => read(row) !== null));
  if (named) return named;
  const found = new Map<string, { source: PointSource; count: number }>();
  for (const row of sample)
    for (const source of sourcesIn(row, [])) {
      const known = found.get(source.name);
      if (known) known.count++;
      else found.set(source.name, { source, count: 1 });
    }
  const best = [...found.values()].reduce<{ source: PointSource; count: number } | null>(
    (most, each) => (most === null || each.count > most.count ? each : most),
    null,
  );
  return best?.source ?? null;
}

export function rowPoints(rows: readonly JsonObject[], source: PointSource | null): RowPoints {
  const found = rows.map((row) => source?.read(row) ?? null);
  const count = found.reduce((sum, each) => (each ? sum + 1 : sum), 0);
  const points = {
    rows: new Int32Array(count),
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
  };
  let at = 0;
  found.forEach((coordinates, row) => {
    if (!coordinates) return;
    points.rows[at] = row;
    points.latitudes[at] = coordinates.latitude;
    points.longitudes[at] = coordinates.longitude;
    at++;
  });
  return points;
}

/** Of `spatial.point(o.Lat, o.Lng)` with the fields of rows. */
function querySources(query: string): readonly PointSource[] {
  const tokens = tokenize(query).filter(({ kind }) => kind !== 'comment');
  const sources: PointSource[] = [];
  for (let at = spatialCall(tokens, 'point'); at >= 0; at = spatialCall(tokens, 'point', at)) {
    const [latitude, longitude] = (argumentsOf(tokens, at) ?? []).map(pathIn);
    if (latitude && longitude && latitude.length > 0 && longitude.length > 0)
      sources.push({
        name: `${latitude.join('.')}, ${longitude.join('.')}`,
        read: (row) => coordinates(valueAt(row, latitude), valueAt(row, longitude)),
      });
  }
  return sources;
}

const metadataSource: PointSource = {
  name: 'spatial metadata',
  read: (row) => {
    const metadata = row['@metadata'];
    const spatial = isJsonObject(metadata) ? metadata['@spatial'] : undefined;
    return isJsonObject(spatial) ? coordinates(spatial.Latitude, spatial.Longitude) : null;
  },
};

const latitudeNames = new Set(['latitude', 'lat']);
const longitudeNames = new Set(['longitude', 'lng', 'lon', 'long']);

/** Every place in a value that has coordinates, outer ones first. */
function sourcesIn(value: JsonObject, path: readonly string[]): PointSource[] {
  const here: PointSource[] = [];
  const names = Object.keys(value).filter((name) => name !== '@metadata');
  const latitude = names.find((name) => latitudeNames.has(name.toLowerCase()));
  const longitude = names.find((name) => longitudeNames.has(name.toLowerCase()));
  if (
    latitude !== undefined &&
    longitude !== undefined &&
    coordinates(value[latitude], value[longitude]) !== null
  )
    here.push({
      name: `${[...path, latitude].join('.')}, ${[...path, longitude].join('.')}`,
      read: (row) => {
        const owner = memberAt(row, path);
        return isJsonObject(owner) ? coordinates(owner[latitude], owner[longitude]) : null;
      },
    });
  if (path.length > 0 && geoJson(value) !== null)
    here.push({ name: path.join('.'), read: (row) => geoJson(memberAt(row, path)) });
  const further = names.flatMap((name): PointSource[] => {
    const member = value[name];
    const memberPath = [...path, name];
    if (typeof member === 'string' && wktPoint(member) !== null)
      return [{ name: memberPath.join('.'), read: (row) => wktPoint(memberAt(row, memberPath)) }];
    return isJsonObject(member) && memberPath.length < MAX_DEPTH ? sourcesIn(member, memberPath) : [];
  });
  return [...here, ...further];
}

function memberAt(row: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), row);
}

function geoJson(value: unknown): Coordinates | null {
  if (!isJsonObject(value) || value.type !== 'Point' || !Array.isArray(value.coordinates)) return null;
  const [longitude, latitude] = value.coordinates as readonly unknown[];
  return coordinates(latitude, longitude);
}

function wktPoint(value: unknown): Coordinates | null {
  if (typeof value !== 'string' || value.length > 100) return null;
  const [, x, y] = /^\s*point\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)\s*$/i.exec(value) ?? [];
  return x === undefined || y === undefined ? null : coordinates(Number(y), Number(x));
}

function coordinates(latitude: unknown, longitude: unknown): Coordinates | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  // Also refuses NaN.
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function spread(rows: readonly JsonObject[]): readonly JsonObject[] {
  const step = Math.max(1, rows.length / SAMPLE);
  const picked: JsonObject[] = [];
  for (let at = 0; at < rows.length && picked.length < SAMPLE; at += step) {
    const row = rows[Math.floor(at)];
    if (row) picked.push(row);
  }
  return picked;
}
