/**
 * The distance of each result from the point of `order by spatial.distance(…)`. RavenDB sends it in the metadata
 * (`@spatial`); for servers that do not, it is computed from the coordinates of the row. Pure.
 */
import { isJsonObject, type JsonObject } from '../../../protocol/queries.ts';
import { clauseWords, tokenize, type Token } from '../../../ui/rql/index.ts';

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
  const args = callAt(tokens, callOf(tokens, 'distance'));
  if (!args) return null;
  const [field = [], target = []] = args;
  const place = callAt(field, callOf(field, 'point'));
  const point = callAt(target, callOf(target, 'point'))?.map((each) => coordinate(each, parameters));
  const [latitude, longitude] = point ?? [];
  return {
    center: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude },
    latitudePath: place?.[0] && path(place[0]),
    longitudePath: place?.[1] && path(place[1]),
  };
}

/** The index of the bracket of `spatial.NAME(`; -1 without one. */
function callOf(tokens: readonly Token[], name: string): number {
  const at = tokens.findIndex(
    ({ text }, index) =>
      text.toLowerCase() === 'spatial' &&
      tokens[index + 1]?.text === '.' &&
      tokens[index + 2]?.text.toLowerCase() === name &&
      tokens[index + 3]?.text === '(',
  );
  return at < 0 ? -1 : at + 3;
}

/** The arguments of a call, as tokens. */
function callAt(tokens: readonly Token[], bracket: number): readonly (readonly Token[])[] | undefined {
  const open = tokens[bracket];
  if (!open) return undefined;
  const args: Token[][] = [[]];
  for (const token of tokens.slice(bracket + 1)) {
    if (token.depth === open.depth) break;
    if (token.text === ',' && token.depth === open.depth + 1) args.push([]);
    else args.at(-1)?.push(token);
  }
  return args;
}

function coordinate(tokens: readonly Token[], parameters: JsonObject): number | undefined {
  const [first] = tokens;
  const value =
    first?.kind === 'parameter'
      ? parameters[first.text.slice(1)]
      : Number(tokens.map(({ text }) => text).join('') || Number.NaN);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** `Location.Latitude`; `o.Location.Latitude` is tried without the alias of the source too. */
function path(tokens: readonly Token[]): readonly string[] {
  return tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text);
}

function valueAt(row: JsonObject, members: readonly string[]): unknown {
  const step = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);
  return members.reduce(step, row) ?? members.slice(1).reduce(step, row);
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
