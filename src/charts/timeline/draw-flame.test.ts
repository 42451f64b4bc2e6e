import { expect, test } from 'vitest';
import type { Pen } from '../pen.ts';
import { colourRamp } from './colour-ramp.ts';
import { drawFlame } from './draw-flame.ts';
import { EventStore } from './event-store.ts';
import { flameSpans, type FlameSpan } from './flame-spans.ts';
import { findFlamePauses } from './pauses.ts';
import { TimeScale } from './time-scale.ts';
import type { TimelineFrame } from './timeline-frame.ts';

type Box = readonly [x: number, y: number, width: number, height: number];

function recordingPen(): { readonly pen: Pen; readonly rects: Box[]; readonly outlines: Box[] } {
  const rects: Box[] = [];
  const outlines: Box[] = [];
  const pen: Pen = {
    rect: (x, y, width, height) => void rects.push([x, y, width, height]),
    outline: (x, y, width, height) => void outlines.push([x, y, width, height]),
    line: () => undefined,
    hatch: () => undefined,
    text: () => undefined,
  };
  return { pen, rects, outlines };
}

const colours = { surface: '#111111', text: '#eeeeee', ink: '#000000' };
const frame: TimelineFrame = {
  ...{
    ratio: 1,
    width: 100,
    height: 100,
    scroll: 0,
    gutter: 0,
    rows: [],
    ticks: [],
    utc: true,
    names: false,
  },
  scale: new TimeScale({ from: 0, to: 100 }, 100),
  kinds: [
    {
      ...{ id: 0, label: 'Batch', colour: '#3366cc', always: false, from: 0, to: 1, largest: 0 },
      ramp: colourRamp('#3366cc', colours.surface, [colours.ink, colours.text]),
    },
  ],
  store: new EventStore(),
  theme: {
    ...colours,
    stripe: '#222222',
    line: '#333333',
    mutedText: '#aaaaaa',
    focus: '#00ffff',
    font: 'x',
  },
  cursor: undefined,
  flagged: [],
  range: undefined,
  pauseLabel: String,
};
const span = (start: number, end: number, depth: number, item: string): FlameSpan => ({
  ...{ start, end, depth, item },
  name: item,
  tone: 0,
  failed: false,
});
const flame = flameSpans([
  span(10, 40, 0, 'a'),
  span(10, 20, 1, 'a'),
  span(60, 80, 0, 'b'),
  span(300, 400, 0, 'outside'),
]);

test('draws visible spans at their level, and none outside of the window', () => {
  const { pen, rects, outlines } = recordingPen();
  drawFlame(pen, flame, frame, { left: 0, top: 0, shift: 0 });
  expect(rects.map(([x, y]) => [x, y])).toEqual([
    [10, 2],
    [10, 20],
    [60, 2],
  ]);
  expect(outlines).toEqual([]);
});

test('outlines all levels of the selected item', () => {
  const { pen, outlines } = recordingPen();
  drawFlame(pen, flame, frame, { left: 0, top: 0, shift: 0, selected: 'b' });
  expect(outlines).toEqual([[59, 0, 22, 38]]);
});

test('finds the pauses between the outermost spans of all groups', () => {
  const groups = [
    { flame, shift: 0 },
    { flame: flameSpans([span(100, 120, 0, 'c')]), shift: 50 },
    { shift: 0 },
  ];
  expect(findFlamePauses(groups, 50).pauses).toEqual([
    { from: 80, to: 150 },
    { from: 170, to: 300 },
  ]);
});
