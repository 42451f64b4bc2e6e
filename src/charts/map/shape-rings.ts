/** Shapes as rings on the world. Pure. */
import type { Coordinates, MapShape } from './map-data.ts';
import type { Ring } from './outline.ts';
import { worldX, worldY } from './projection.ts';

const EARTH_RADIUS_KM = 6371.0087714;
const CORNERS = 128;

/** World coordinates in turn, x and y. */
export function projectRing(ring: Ring): Float64Array {
  const projected = new Float64Array(ring.length);
  for (let at = 0; at + 1 < ring.length; at += 2) {
    projected[at] = worldX(ring[at] ?? 0);
    projected[at + 1] = worldY(ring[at + 1] ?? 0);
  }
  return projected;
}

export function shapeRings(shape: MapShape): readonly Ring[] {
  return shape.kind === 'circle' ? [circleRing(shape.center, shape.radiusKm)] : shape.rings;
}

/**
 * The points at a distance on the globe, clockwise from the north. Longitudes continue beyond 180, so that a circle over
 * the date line is one ring; a circle around a pole is closed along the edge of the map.
 */
export function circleRing({ latitude, longitude }: Coordinates, radiusKm: number): Ring {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const degrees = (angle: number): number => (angle * 180) / Math.PI;
  const distance = Math.min(Math.PI, radiusKm / EARTH_RADIUS_KM);
  const from = radians(latitude);
  const ring: number[] = [];
  let turn = 0;
  let previous = longitude;
  const first: number[] = [];
  for (let corner = 0; corner <= CORNERS; corner++) {
    const bearing = (corner / CORNERS) * 2 * Math.PI;
    const sine =
      Math.sin(from) * Math.cos(distance) + Math.cos(from) * Math.sin(distance) * Math.cos(bearing);
    const to = Math.asin(Math.max(-1, Math.min(1, sine)));
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(distance) * Math.cos(from),
      Math.cos(distance) - Math.sin(from) * Math.sin(to),
    );
    let at = longitude + degrees(east) + turn;
    if (at - previous > 180) {
      at -= 360;
      turn -= 360;
    } else if (at - previous < -180) {
      at += 360;
      turn += 360;
    }
    previous = at;
    if (corner === 0) first.push(at);
    ring.push(at, degrees(to));
  }
  const start = first[0] ?? longitude;
  if (Math.abs(previous - start) > 180) {
    const pole = latitude >= 0 ? 90 : -90;
    ring.push(previous, pole, start, pole);
  }
  return ring;
}
