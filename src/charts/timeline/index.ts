export { EventColumns, type TimelineEvent } from './event-columns.ts';
export { LaneIndex } from './lane-index.ts';
export { Timeline, type TimelineProps } from './timeline.tsx';
export { type TimelineGroup, type TimelineKind } from './row-layout.ts';
export { brightness, type TimelineTheme } from './draw-timeline.ts';
export { fitAll, panBy, widthOf, type ViewWindow } from './view-window.ts';
export { useResolvedTokens } from './use-theme.ts';
