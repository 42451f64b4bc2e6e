export { Treemap } from './treemap.tsx';
export { treemapCells, type TreemapCell, type TreemapNode } from './treemap-layout.ts';
