export type { ChartData, ChartLine, TimeRange } from './data.ts';
export { SeriesStack, type SeriesStackProps } from './series-stack.tsx';
