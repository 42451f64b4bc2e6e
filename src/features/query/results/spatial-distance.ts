/**
 * The distance of each result from the point of `order by spatial.distance(…)`. RavenDB sends it in the metadata
 * (`@spatial`); for servers that do not, it is computed from the coordinates of the row. Pure.
 */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import { clauseWords, tokenize } from '../../../ui/rql/index.ts';
import { argumentsOf, numberIn, pathIn, spatialCall, valueAt } from './spatial-calls.ts';

/** The name of the column, which no document can have as a member of its metadata only. */
export const DISTANCE_COLUMN = '@distance';

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The rows with their distance as the first member, and its unit; null without an order by distance. */
export interface DistanceRows {
  readonly rows: readonly JsonObject[];
  /** Undefined when the server measured in the unit of its index. */
  readonly unit: 'km' | undefined;
}

export function withDistances(
  rows: readonly JsonObject[],
  query: string,
  parameters: JsonObject,
): DistanceRows | null {
  const order = distanceOrder(query, parameters);
  if (!order) return null;
  const sent = rows.map(sentDistance);
  if (sent.some((distance) => distance !== null)) return { rows: combine(rows, sent), unit: undefined };
  const { center, latitudePath, longitudePath } = order;
  if (!center || !latitudePath || !longitudePath) return null;
  const computed = rows.map((row) => {
    const latitude = valueAt(row, latitudePath);
    const longitude = valueAt(row, longitudePath);
    return typeof latitude === 'number' && typeof longitude === 'number'
      ? kilometersBetween(center, { latitude, longitude })
      : null;
  });
  return computed.every((distance) => distance === null)
    ? null
    : { rows: combine(rows, computed), unit: 'km' };
}

function combine(rows: readonly JsonObject[], distances: readonly (number | null)[]): JsonObject[] {
  return rows.map((row, index) => ({ [DISTANCE_COLUMN]: distances[index] ?? undefined, ...row }));
}

function sentDistance(row: JsonObject): number | null {
  const metadata = row['@metadata'];
  const spatial = isJsonObject(metadata) ? metadata['@spatial'] : undefined;
  return isJsonObject(spatial) && typeof spatial.Distance === 'number' ? spatial.Distance : null;
}

interface DistanceOrder {
  /** Undefined for areas in WKT and missing parameters. */
  readonly center: Point | undefined;
  /** Undefined for a field of an index. */
  readonly latitudePath: readonly string[] | undefined;
  readonly longitudePath: readonly string[] | undefined;
}

/** The first `spatial.distance(field, point)` after `order by`. */
export function distanceOrder(query: string, parameters: JsonObject): DistanceOrder | null {
  const order = clauseWords(query).find(({ text }) => text.toLowerCase() === 'order');
  if (!order) return null;
  const tokens = tokenize(query).filter(({ kind, start }) => kind !== 'comment' && start >= order.start);
  const args = argumentsOf(tokens, spatialCall(tokens, 'distance'));
  if (!args) return null;
  const [field = [], target = []] = args;
  const place = argumentsOf(field, spatialCall(field, 'point'));
  const point = argumentsOf(target, spatialCall(target, 'point'))?.map((each) => numberIn(each, parameters));
  const [latitude, longitude] = point ?? [];
  return {
    center: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
    latitudePath: place?.[0] && pathIn(place[0]),
    longitudePath: place?.[1] && pathIn(place[1]),
  };
}

const EARTH_RADIUS_KM = 6371.0087714;

/** The great-circle distance (haversine). */
export function kilometersBetween(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

const degrees = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** `41.5, -3.1` for an object of a latitude and a longitude; undefined for any other value. */
export function coordinatesText(value: unknown): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).length !== 2) return undefined;
  const { Latitude, Longitude } = value;
  return typeof Latitude === 'number' && typeof Longitude === 'number'
    ? `${degrees.format(Latitude)}°, ${degrees.format(Longitude)}°`
    : undefined;
}

export function distanceText(distance: number, unit: DistanceRows['unit']): string {
  const text = distance.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return unit === undefined ? text : `${text} ${unit}`;
}
