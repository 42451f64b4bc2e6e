export { countText, findBox, type PlanBox, type PlanFact } from './plan-box.ts';
export { planToSvg } from './plan-svg.tsx';
export { planToText } from './plan-text.ts';
export { PlanTable, type PlanTableProps } from './plan-table.tsx';
export { PlanTree, type PlanTreeHandle, type PlanTreeProps } from './plan-tree.tsx';
