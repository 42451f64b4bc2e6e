/**
 * Web Mercator. Three spaces: degrees; the world, 512 × 512 units with longitude -180 at the left and latitude 85 at the
 * top; and CSS pixels of the element: `world * k + x`.
 */
export const WORLD = 512;

/** At this latitude the world is a square. Points beyond are drawn at its edge. */
const MAX_LATITUDE = 85.0511287798;
const EQUATOR_KM = 40_075.016686;

export function worldX(longitude: number): number {
  return ((longitude + 180) / 360) * WORLD;
}

export function worldY(latitude: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180;
  return (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * WORLD;
}

export function longitudeAt(x: number): number {
  return (x / WORLD) * 360 - 180;
}

export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y / WORLD) * 2 * Math.PI)) * 180) / Math.PI;
}

/** A length for the scale bar: 1, 2 or 5 times a power of ten, at most `maxPixels` wide at this latitude. */
export function scaleBar(k: number, latitude: number, maxPixels: number): { km: number; pixels: number } {
  const kmPerPixel = (EQUATOR_KM * Math.cos((latitude * Math.PI) / 180)) / (WORLD * k);
  const most = kmPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = power * ([5, 2].find((step) => step * power <= most) ?? 1);
  return { km, pixels: km / kmPerPixel };
}
