export type { FrameLook } from './frame-look.ts';
export { Icicle, type IcicleProps } from './icicle.tsx';
export { StackList, type StackListProps } from './stack-list.tsx';
export {
  buildStackTree,
  countThrough,
  pathTo,
  searchFrames,
  type StackInput,
  type StackNode,
  type StackTree,
} from './stack-tree.ts';
