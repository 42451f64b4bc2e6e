/** The inputs of the map, in degrees. */
import type { Ring } from './outline.ts';

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Columns of equal length: a result can have 100,000 points. */
export interface MapPoints {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

export type MapShape =
  | { readonly kind: 'circle'; readonly center: Coordinates; readonly radiusKm: number }
  /** Rings of longitude and latitude in turn; the first one is the outer one of each area, holes follow. */
  | { readonly kind: 'area'; readonly rings: readonly Ring[] }
  | { readonly kind: 'line'; readonly rings: readonly Ring[] };
