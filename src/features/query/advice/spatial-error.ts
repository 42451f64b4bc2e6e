/**
 * The error of spatial conditions, `spatial.within(point, circle, 0.025)`, a share of the diagonal of the shape. As seen on
 * RavenDB 7.1.5: Lucene returns documents outside of the shape within it; Corax is exact, and checks more entries one by one
 * the larger it is. Pure.
 */
import { queryShapes } from '../results/map/spatial-shapes.ts';
import { argumentsOf, pathIn, spatialCall, valueAt } from '../results/spatial-calls.ts';
import { kilometersBetween } from '../results/spatial-distance.ts';
import { formatCount, pluralize } from '../../../ui/format.ts';
import { clauseWords, tokenize, type Token } from '../../../ui/rql/index.ts';
import type { PlanNode } from '../../../protocol/queries.ts';
import { nodesOf, percent } from './plan-nodes.ts';
import type { Advice, Rule } from './rules.ts';

/** Rounding of distances; a share of the radius. */
const TOLERANCE = 0.001;
/** Of the radius; the default error is 7 % of that of a circle. */
const LARGE_SHARE = 0.2;
const NO_ERROR = '0';

/** Rows farther from the center than the radius of the circle. */
export const rowsOutside: Rule = ({ query, parameters, answer: { rows } }) => {
  const call = onlyCall(query);
  const { shapes } = queryShapes(query, parameters);
  const [circle] = shapes;
  if (!call || shapes.length !== 1 || circle?.kind !== 'circle') return [];
  const { center, radiusKm } = circle;
  const distances = rows.flatMap((row) => {
    const latitude = valueAt(row, call.latitude);
    const longitude = valueAt(row, call.longitude);
    return typeof latitude === 'number' && typeof longitude === 'number'
      ? [kilometersBetween(center, { latitude, longitude })]
      : [];
  });
  const outside = distances.filter((distance) => distance > radiusKm * (1 + TOLERANCE));
  if (outside.length === 0) return [];
  const farthest = outside.reduce((most, each) => Math.max(most, each), 0);
  return [
    {
      id: 'rows-outside-the-circle',
      title: 'Results lie outside of the circle',
      evidence: `${formatCount(outside.length)} of ${pluralize(distances.length, 'shown row')} (${percent(outside.length / distances.length)}) ${outside.length === 1 ? 'is' : 'are'} farther from the center than ${kilometers(radiusKm)}, at most ${kilometers(farthest)}. Lucene also returns what is within the error of the condition, 2.5 % of the shape's diagonal unless the query has another one.`,
      instead: call.withError(NO_ERROR),
    },
  ];
};

/** A plan of Corax names the error and the shape. */
export const largeError: Rule = ({ query, answer: { plan } }) =>
  nodesOf(plan).flatMap((node): readonly Advice[] => {
    const error = Number(node.parameters.Error);
    const radius = radiusOf(node);
    if (radius === null || !(error / radius > LARGE_SHARE)) return [];
    return [
      {
        id: 'large-spatial-error',
        title: 'The error is a large part of the shape',
        evidence: `The plan reads ${shapeOf(node)} with an error of ${error.toFixed(2)}°, ${percent(error / radius)} of its radius. Corax checks each entry that is as near to the border.`,
        instead: onlyCall(query)?.withError(null) ?? 'Leave out the third argument of the spatial condition.',
      },
    ];
  });

interface SpatialCondition {
  readonly latitude: readonly string[];
  readonly longitude: readonly string[];
  /** The call with another error; null for the default. */
  readonly withError: (error: string | null) => string;
}

/** `spatial.within(spatial.point(A, B), shape)`, if it is the only spatial condition and each result meets it. */
function onlyCall(query: string): SpatialCondition | null {
  const words = clauseWords(query);
  const where = words.find(({ text }) => text.toLowerCase() === 'where');
  if (!where) return null;
  const end = words.find(({ start }) => start > where.start)?.start ?? query.length;
  const tokens = tokenize(query).filter(
    ({ kind, start }) => kind !== 'comment' && start >= where.end && start < end,
  );
  if (tokens.some(({ text }) => ['or', 'not'].includes(text.toLowerCase()))) return null;
  const name = 'within';
  const at = spatialCall(tokens, name);
  if (at < 0 || spatialCall(tokens, name, at) >= 0) return null;
  const [field, shape] = argumentsOf(tokens, at) ?? [];
  const point = field && argumentsOf(field, spatialCall(field, 'point'));
  const [latitude, longitude] = point?.map(pathIn) ?? [];
  if (!field || !shape || !latitude?.length || !longitude?.length) return null;
  const text = (part: readonly Token[]): string =>
    query.slice(part[0]?.start ?? 0, part.at(-1)?.end ?? 0).trim();
  return {
    latitude,
    longitude,
    withError: (error) =>
      `spatial.${name}(${[text(field), text(shape), ...(error === null ? [] : [error])].join(', ')})`,
  };
}

/** In degrees; of a rectangle, half of its diagonal. Null for other shapes. */
function radiusOf({ parameters }: PlanNode): number | null {
  const shape = parameters.Shape;
  if (shape === undefined) return null;
  const [, circle] = /^Circle\(.*\bd=([\d.]+)°/.exec(shape) ?? [];
  if (circle !== undefined) return Number(circle);
  const [, west, east, south, north] =
    /^Rect\(minX=(-?[\d.]+),maxX=(-?[\d.]+),minY=(-?[\d.]+),maxY=(-?[\d.]+)\)/.exec(shape) ?? [];
  if (north === undefined) return null;
  return Math.hypot(Number(east) - Number(west), Number(north) - Number(south)) / 2;
}

function shapeOf({ parameters }: PlanNode): string {
  return /^circle/i.test(parameters.Shape ?? '') ? 'a circle' : 'a rectangle';
}

function kilometers(value: number): string {
  return `${value.toLocaleString('en', { maximumFractionDigits: 1 })} km`;
}
