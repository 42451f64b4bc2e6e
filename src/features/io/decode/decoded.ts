/** A decoded recording: environments, and their events in columns that can be transferred between threads. */
import type { LaneBatch } from '../../../charts/timeline/data.ts';

export interface DecodedFile {
  readonly name: string;
  readonly status: string;
}

export interface DecodedEnvironment {
  readonly path: string;
  readonly type: string;
  readonly files: readonly DecodedFile[];
}

export interface DecodedLane {
  readonly environment: number;
  readonly kind: number;
  readonly batch: LaneBatch;
}

/** History aggregated by the server: sums and bounds of many events. Times in milliseconds, dates since 1970. */
export interface DecodedSummary {
  readonly environment: number;
  readonly kind: number;
  /** Number of the file within the environment. */
  readonly file: number;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly fileSize: number;
  readonly active: number;
  readonly longest: number;
  readonly shortest: number;
  readonly compressed: number;
  readonly maxAcceleration: number;
  readonly minAcceleration: number;
}

export interface DecodedRecording {
  readonly environments: readonly DecodedEnvironment[];
  readonly lanes: readonly DecodedLane[];
  readonly summaries: readonly DecodedSummary[];
  /** Counts per unknown type. */
  readonly unknownTypes: readonly (readonly [type: string, count: number])[];
  /** Items with an invalid date, duration or size. */
  readonly unreadable: number;
  readonly events: number;
}

export function buffersOf({ lanes }: DecodedRecording): ArrayBuffer[] {
  return lanes.flatMap(({ batch }) => [
    batch.start.buffer,
    batch.duration.buffer,
    batch.size.buffer,
    batch.source.buffer,
    batch.extra.buffer,
  ]);
}
