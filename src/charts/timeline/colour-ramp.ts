/** Brightness by size on a perceptual scale (Oklab): equal steps look equal. */
type Triple = readonly [number, number, number];

/** Steps of a ramp; more are not distinguishable. */
export const RAMP_STEPS = 64;

/** Brightness of an event, 0..1: the cube root spreads small sizes, where most events are. */
export const amountOf = (size: number, largest: number): number =>
  largest > 0 ? Math.cbrt(Math.min(1, size / largest)) : 0;

export interface ColourRamp {
  /** As a CSS colour, for canvas and SVG. */
  readonly css: readonly string[];
  /** As ImageData bytes, little-endian. */
  readonly pixels: Uint32Array;
  /** The ink with the better contrast on each step. */
  readonly ink: readonly string[];
}

/** From a colour close to the surface to the full colour. */
export function colourRamp(colour: string, surface: string, inks: readonly [string, string]): ColourRamp {
  const full = toOklab(parseColour(colour));
  const sunk = toOklab(parseColour(surface));
  const faint: Triple = [mix(sunk[0], full[0], 0.5), mix(sunk[1], full[1], 0.6), mix(sunk[2], full[2], 0.6)];
  const css: string[] = [];
  const ink: string[] = [];
  const lightness = inks.map((each) => luminance(parseColour(each)));
  const pixels = new Uint32Array(RAMP_STEPS);
  for (let step = 0; step < RAMP_STEPS; step++) {
    const share = step / (RAMP_STEPS - 1);
    const rgb = fromOklab([
      mix(faint[0], full[0], share),
      mix(faint[1], full[1], share),
      mix(faint[2], full[2], share),
    ]);
    css.push(`rgb(${rgb.join(', ')})`);
    pixels[step] = packed(rgb);
    const ground = luminance(rgb);
    ink.push(contrast(ground, lightness[0] ?? 0) >= contrast(ground, lightness[1] ?? 0) ? inks[0] : inks[1]);
  }
  return { css, pixels, ink };
}

export const rampStep = (size: number, largest: number): number =>
  Math.round(amountOf(size, largest) * (RAMP_STEPS - 1));

export const pixelOf = (colour: string): number => packed(parseColour(colour));

const packed = ([r, g, b]: Triple): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
const luminance = ([r, g, b]: Triple): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** `#rrggbb`, `#rgb` or `rgb(r g b)`, the formats of tokens. Anything else becomes mid grey. */
function parseColour(text: string): Triple {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const wide = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as unknown as Triple;
  }
  const parts =
    /^rgba?\(([^)]*)\)$/
      .exec(text.trim())?.[1]
      ?.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return parts.length >= 3 ? [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0] : [128, 128, 128];
}

const linear = (value: number): number => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
};
const gamma = (value: number): number => {
  const v = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, v)) * 255);
};

function toOklab([red, green, blue]: Triple): Triple {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
