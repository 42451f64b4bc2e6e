/** The part without DOM: safe to import in a worker. */
export { EventStore, MAX_EVENTS, type EventRef, type FoldedSpan } from './event-store.ts';
export { findEvent, keyOfEvent, type EventKey } from './event-key.ts';
export { emptyBatch, type LaneBatch } from './lane-batch.ts';
export { LaneColumns } from './lane-columns.ts';
export { orderBatch } from './order-batch.ts';
export { flameExtent, flameSpans, type FlameItem, type FlameSpan, type FlameSpans } from './flame-spans.ts';
export { placeSteps, type PlacedStep, type StepReader } from './nested-steps.ts';
export { fitAll, widthOf, type ViewWindow } from './view-window.ts';
export {
  arrangeGroups,
  defaultArrangement,
  type LaneArrangement,
  type TimelineGroup,
  type TimelineKind,
} from './row-layout.ts';
export { findFlamePauses, findPauses, flameTimes, PauseList, type Pause } from './pauses.ts';
export { TimeScale } from './time-scale.ts';
