/** The shapes of a query's spatial conditions: `spatial.circle(…)` and `spatial.wkt(…)`, with its parameters. Pure. */
import type { MapShape } from '../../../../charts/map/index.ts';
import type { JsonObject } from '../../../../protocol/queries.ts';
import { tokenize, type Token } from '../../../../ui/rql/index.ts';
import { argumentsOf, numberIn, spatialCall } from '../spatial-calls.ts';
import { readWkt } from './wkt.ts';

const KM_PER_MILE = 1.609344;

export interface QueryShapes {
  readonly shapes: readonly MapShape[];
  /** Shapes that are not drawn, as they are in the query. */
  readonly skipped: readonly string[];
}

export function queryShapes(query: string, parameters: JsonObject): QueryShapes {
  const tokens = tokenize(query).filter(({ kind }) => kind !== 'comment');
  const shapes: MapShape[] = [];
  const skipped: string[] = [];
  const add = (name: 'circle' | 'wkt', read: (args: Arguments) => readonly MapShape[] | null): void => {
    for (let at = spatialCall(tokens, name); at >= 0; at = spatialCall(tokens, name, at)) {
      const args = argumentsOf(tokens, at) ?? [];
      const found = read(args);
      if (found) shapes.push(...found);
      else
        skipped.push(
          `spatial.${name}(${args.map((arg) => arg.map(({ text }) => text).join('')).join(', ')})`,
        );
    }
  };
  add('circle', (args) => circle(args, parameters));
  add('wkt', (args) => {
    const [text] = args;
    const wkt = text && textIn(text, parameters);
    return wkt === undefined ? null : readWkt(wkt);
  });
  return { shapes, skipped };
}

type Arguments = readonly (readonly Token[])[];

/** `spatial.circle(radius, latitude, longitude, 'miles')`. */
function circle([radius, latitude, longitude, unit]: Arguments, parameters: JsonObject): MapShape[] | null {
  const read = (tokens: readonly Token[] | undefined): number | undefined =>
    tokens && numberIn(tokens, parameters);
  const [length, north, east] = [read(radius), read(latitude), read(longitude)];
  if (length === undefined || north === undefined || east === undefined || length < 0) return null;
  const inMiles = unit !== undefined && textIn(unit, parameters)?.toLowerCase() === 'miles';
  return [
    {
      kind: 'circle',
      center: { latitude: north, longitude: east },
      radiusKm: inMiles ? length * KM_PER_MILE : length,
    },
  ];
}

function textIn([first]: readonly Token[], parameters: JsonObject): string | undefined {
  if (first?.kind === 'string') return first.text.slice(1, -1);
  const value = first?.kind === 'parameter' ? parameters[first.text.slice(1)] : undefined;
  return typeof value === 'string' ? value : undefined;
}
