export * from './data.ts';
export { amountOf, colourRamp } from './colour-ramp.ts';
export { type TimelineTheme } from './timeline-frame.ts';
export { type Hit } from './hit-test.ts';
export { pngImage, svgImage, type ImageSource } from './image-file.ts';
export { Timeline, type TimelineProps } from './timeline.tsx';
export { useResolvedTokens } from '../use-theme.ts';
