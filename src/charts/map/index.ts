export type { Coordinates, MapPoints, MapShape } from './map-data.ts';
export { MapChart, type MapChartProps, type MapHandle } from './map-chart.tsx';
export { circleRing } from './shape-rings.ts';
