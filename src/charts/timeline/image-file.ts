/** The view as a file: all rows, visible or not, with their names, as SVG or as a canvas for PNG. */
import { drawTimeline, backgroundPixels } from './draw-timeline.ts';
import { AXIS_HEIGHT, type TimelineFrame } from './timeline-frame.ts';
import { PixelBuffers, rasterRenderer, runsRenderer, vectorRenderer } from './lane-renderer.ts';
import { CanvasPen, SvgPen } from '../pen.ts';
import { layoutRows } from './row-layout.ts';
import { drawnKinds, GUTTER, type TimelineProps } from './timeline.tsx';
import { axisTicks } from './time-axis.ts';
import { TimeScale } from './time-scale.ts';

export type ImageSource = Pick<
  TimelineProps,
  | 'store'
  | 'groups'
  | 'kinds'
  | 'theme'
  | 'arrangement'
  | 'view'
  | 'range'
  | 'pauses'
  | 'utc'
  | 'sizeLabel'
  | 'pauseLabel'
>;

const WIDTH = 1400;

function frameOf(source: ImageSource, ratio: number): TimelineFrame {
  const { store, groups, kinds, theme, arrangement, view, pauses, range, utc, pauseLabel } = source;
  const { rows, height } = layoutRows(groups, kinds, (group, kind) => store.has(group, kind), arrangement);
  const scale = new TimeScale(view, (WIDTH - GUTTER) * ratio, pauses);
  return {
    ...{ scale, ratio, store, theme, range, utc, pauseLabel, rows },
    width: WIDTH,
    height: height + AXIS_HEIGHT,
    scroll: 0,
    gutter: GUTTER,
    ticks: axisTicks(scale, utc, ratio),
    kinds: drawnKinds(kinds, store, theme),
    cursor: undefined,
    flagged: [],
    names: true,
  };
}

export function svgImage(source: ImageSource, title: string): string {
  const frame = frameOf(source, 1);
  const pen = new SvgPen(source.theme.font);
  drawTimeline(pen, frame, {
    sparse: vectorRenderer(pen, 1, source.sizeLabel),
    dense: runsRenderer(pen),
  });
  return pen.file(frame.width, frame.height, title);
}

/** Twice the resolution of a normal screen, to stay sharp in a document. */
export async function pngImage(source: ImageSource): Promise<Blob> {
  const frame = frameOf(source, 2);
  const canvas = document.createElement('canvas');
  canvas.width = frame.width * 2;
  // Chromium limits a canvas to 16,384 pixels; the SVG has no limit.
  canvas.height = Math.min(16_384, frame.height * 2);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context)
    throw new Error('The image could not be drawn: no canvas is available. Export as SVG instead.');
  const pen = new CanvasPen(context, source.theme.font);
  drawTimeline(pen, frame, {
    sparse: vectorRenderer(pen, 2, source.sizeLabel),
    dense: rasterRenderer(context, backgroundPixels(frame), { buffers: new PixelBuffers(), moving: false }),
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The image could not be encoded as PNG. Export as SVG instead.'));
    }, 'image/png');
  });
}
