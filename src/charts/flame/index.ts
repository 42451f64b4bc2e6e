export {
  changeRoots,
  compareStacks,
  type Change,
  type ChangeKind,
  type Comparison,
} from './compare-stacks.ts';
export type { FrameKind } from './frame-kind.ts';
export { FrameLegend } from './frame-legend.tsx';
export type { FrameLook, FrameTone } from './frame-look.ts';
export { frameTotals, type FrameTotal, sandwich, type Sandwich } from './frame-totals.ts';
export { Icicle, type IcicleProps } from './icicle.tsx';
export {
  readPatterns,
  transformStacks,
  type FramePatterns,
  type StackTransform,
} from './transform-stacks.ts';
export { StackList, type StackListProps } from './stack-list.tsx';
export {
  buildStackTree,
  countContaining,
  pathTo,
  searchFrames,
  type StackInput,
  type StackNode,
  type StackTree,
} from './stack-tree.ts';
