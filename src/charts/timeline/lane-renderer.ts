/** Puts one lane's events on paper. Two ways, which show the same picture; which one is taken depends on how much there is to see. */
import { rampStep, RAMP_STEPS, type ColourRamp } from './colour-ramp.ts';
import type { LaneColumns } from './lane-columns.ts';
import { paintLargest } from './lane-pixels.ts';
import { laneShapes } from './lane-shapes.ts';
import type { Pen } from './pen.ts';
import type { TimeScale } from './time-scale.ts';

/** All lengths in device pixels; the scale's width is the plot's. */
export interface LanePicture {
  readonly lane: LaneColumns;
  readonly scale: TimeScale;
  readonly shift: number;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly ramp: ColourRamp;
  /** The size that is brightest. */
  readonly largest: number;
}

export type LaneRenderer = (picture: LanePicture) => void;

/** More events than this in sight are drawn as pixels. */
export const SPARSE_LIMIT = 400;

export function isSparse({ lane, scale, shift }: LanePicture): boolean {
  return lane.countIn(scale.view.from - shift, scale.view.to - shift) <= SPARSE_LIMIT;
}

/** Rounded bars with their size written on them when there is room. */
export function vectorRenderer(
  pen: Pen,
  ratio: number,
  label: (size: number) => string,
  ink: string,
): LaneRenderer {
  return ({ lane, scale, shift, left, top, height, ramp, largest }) => {
    for (const { x, width, size } of laneShapes(lane, scale, shift)) {
      const from = Math.max(0, x);
      const seen = Math.min(scale.width, x + width) - from;
      pen.rect(
        left + from,
        top,
        seen,
        height,
        ramp.css[rampStep(size, largest)] ?? '',
        seen > 6 ? 2 * ratio : 0,
      );
      if (seen > 52 * ratio)
        pen.text(left + from + 6 * ratio, top + height / 2 + ratio / 2, label(size), {
          colour: ink,
          size: 11 * ratio,
          maxWidth: seen - 12 * ratio,
        });
    }
  };
}

/** A pixel buffer for a canvas; `ground` is what lies under the events, one colour per pixel of the plot. */
export function rasterRenderer(context: CanvasRenderingContext2D, ground: Uint32Array): LaneRenderer {
  const width = ground.length;
  const sizes = new Float64Array(width);
  const images = new Map<number, ImageData>();
  return ({ lane, scale, shift, left, top, height, ramp, largest }) => {
    let image = images.get(height);
    if (!image) {
      image = context.createImageData(width, height);
      images.set(height, image);
    }
    paintLargest(lane, scale, shift, sizes);
    const pixels = new Uint32Array(image.data.buffer);
    for (let x = 0; x < width; x++) {
      const size = sizes[x] ?? 0;
      pixels[x] = (size === 0 ? ground[x] : ramp.pixels[rampStep(size - 1, largest)]) ?? 0;
    }
    for (let y = 1; y < height; y++) pixels.copyWithin(y * width, 0, width);
    context.putImageData(image, left, top);
  };
}

/** The same pixels as few boxes: for a file that has no pixels. */
export function runsRenderer(pen: Pen): LaneRenderer {
  return ({ lane, scale, shift, left, top, height, ramp, largest }) => {
    const sizes = new Float64Array(Math.floor(scale.width));
    paintLargest(lane, scale, shift, sizes);
    const stepAt = (x: number): number => {
      const size = sizes[x] ?? 0;
      return size === 0 ? -1 : rampStep(size - 1, largest);
    };
    for (let x = 0; x < sizes.length;) {
      const step = stepAt(x);
      let end = x + 1;
      while (end < sizes.length && stepAt(end) === step) end++;
      if (step >= 0 && step < RAMP_STEPS) pen.rect(left + x, top, end - x, height, ramp.css[step] ?? '');
      x = end;
    }
  };
}
