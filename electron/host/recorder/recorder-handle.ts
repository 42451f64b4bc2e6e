/** The addon's recorder, with checked answers. */
import { z } from 'zod';
import type { RecorderHandle } from '../transport/addon-binding.ts';

export type RecorderWork = Pick<
  RecorderHandle,
  'sources' | 'add' | 'opened' | 'sampleEnded' | 'lost' | 'refused' | 'capture' | 'tick' | 'finish'
>;

/** What the recorder needs of the addon. */
export interface RecorderAddon {
  startRecorder(path: string, optionsJson: string): Promise<RecorderWork>;
}

const source = z.object({
  path: z.string(),
  kind: z.enum(['socket', 'sampled', 'poll']),
  everyMs: z.number(),
  openMs: z.number(),
});
export type RecorderSource = z.infer<typeof source>;

export const recorderSources = z.array(source);

const capture = z.object({ number: z.number(), path: z.string(), trigger: z.string() });
export type RequestedCapture = z.infer<typeof capture>;

export const recorderState = z.object({
  rows: z.number(),
  bytes: z.number(),
  leftOut: z.number(),
  /** µs since 1970. */
  fired: z.array(z.object({ time: z.number(), name: z.string(), text: z.string() })),
  captures: z.array(capture),
  problems: z.array(z.object({ source: z.string(), database: z.string(), problem: z.string() })),
  remainingMs: z.number().nullable(),
  end: z.string().nullable(),
});
export type RecorderState = z.infer<typeof recorderState>;

export const recorderEnding = z.object({ rows: z.number(), bytes: z.number() });
