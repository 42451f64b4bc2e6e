/** Draws the events of one lane. Two renderers with the same output; the number of visible events selects one. */
import { rampStep, RAMP_STEPS, type ColourRamp } from './colour-ramp.ts';
import type { LaneColumns } from './lane-columns.ts';
import { paintLargest } from './lane-pixels.ts';
import { FANOUT } from './lane-pyramid.ts';
import { laneShapes } from './lane-shapes.ts';
import type { Pen } from '../pen.ts';
import { RampLookup } from './ramp-lookup.ts';
import type { TimeScale } from './time-scale.ts';

/** Lengths in device pixels; the width of the scale is that of the plot. */
export interface LaneDrawing {
  readonly lane: LaneColumns;
  readonly scale: TimeScale;
  readonly shift: number;
  readonly left: number;
  readonly top: number;
  readonly height: number;
  readonly ramp: ColourRamp;
  /** The size with full brightness. */
  readonly largest: number;
}

export type LaneRenderer = (picture: LaneDrawing) => void;

/**
 * With more visible events than this, the lane is drawn as pixels: a screen of lanes with this many shapes each is
 * what one frame can draw.
 */
export const SPARSE_LIMIT = 120;

export function isSparse(picture: LaneDrawing): boolean {
  return visibleEvents(picture) <= SPARSE_LIMIT;
}

function visibleEvents({ lane, scale, shift }: LaneDrawing): number {
  return lane.countIn(scale.view.from - shift, scale.view.to - shift);
}

/** While the window moves, lanes with more events than this per pixel are drawn coarsely: a block of them is narrower. */
const COARSE_FROM = FANOUT;

function isCrowded(picture: LaneDrawing): boolean {
  return visibleEvents(picture) > COARSE_FROM * picture.scale.width;
}

/** Rounded bars with their size as text where it fits. */
export function vectorRenderer(pen: Pen, ratio: number, label: (size: number) => string): LaneRenderer {
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
          colour: ramp.ink[rampStep(size, largest)] ?? '',
          size: 11 * ratio,
          maxWidth: seen - 12 * ratio,
        });
    }
  };
}

/** Lookups that are kept; a timeline has one per kind. */
const MAX_LOOKUPS = 32;

/** Buffers of dense lanes, reused between frames: allocating them per frame would cause dropped frames. */
export class PixelBuffers {
  private sizes = new Float64Array(0);
  private readonly images = new Map<string, { readonly image: ImageData; readonly pixels: Uint32Array }>();
  private readonly lookups = new Map<number, RampLookup>();

  sizesFor(width: number): Float64Array {
    if (this.sizes.length !== width) {
      this.sizes = new Float64Array(width);
      this.images.clear();
    }
    return this.sizes;
  }

  imageFor(width: number, height: number): { readonly image: ImageData; readonly pixels: Uint32Array } {
    const key = `${width}×${height}`;
    let kept = this.images.get(key);
    if (!kept) {
      const image = new ImageData(width, height);
      kept = { image, pixels: new Uint32Array(image.data.buffer) };
      this.images.set(key, kept);
    }
    return kept;
  }

  lookupFor(largest: number): RampLookup {
    let kept = this.lookups.get(largest);
    if (!kept) {
      // The largest size of a kind grows during a recording.
      if (this.lookups.size >= MAX_LOOKUPS) this.lookups.clear();
      kept = new RampLookup(largest);
      this.lookups.set(largest, kept);
    }
    return kept;
  }
}

/** A pixel buffer for a canvas; `ground` is the background, one colour per pixel of the plot. */
export function rasterRenderer(
  context: CanvasRenderingContext2D,
  ground: Uint32Array,
  { buffers, moving }: { readonly buffers: PixelBuffers; readonly moving: boolean },
): LaneRenderer {
  const width = ground.length;
  return (picture) => {
    const { lane, scale, shift, left, top, height, ramp, largest } = picture;
    const sizes = buffers.sizesFor(width);
    const { image, pixels } = buffers.imageFor(width, height);
    const lookup = buffers.lookupFor(largest);
    paintLargest(lane, scale, shift, sizes, moving && isCrowded(picture));
    for (let x = 0; x < width; x++) {
      const size = sizes[x] ?? 0;
      pixels[x] = (size === 0 ? ground[x] : ramp.pixels[lookup.step(size - 1)]) ?? 0;
    }
    for (let y = 1; y < height; y++) pixels.copyWithin(y * width, 0, width);
    context.putImageData(image, left, top);
  };
}

/** The same pixels as few boxes, for a vector file. */
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
