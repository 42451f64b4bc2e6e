export { sparkPath, type SparkColumns, type SparkFrame } from './spark-path.ts';
export { Sparkline, type SparkMark } from './sparkline.tsx';
