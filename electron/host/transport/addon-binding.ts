/** Loads the native addon and validates its exports, so that an older or foreign file is reported. */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import type {
  Answer,
  EngineHandle,
  RecorderHandle,
  RecordingHandle,
  SocketHandle,
  StreamHandle,
  UploadHandle,
  checkDisk,
  checkQuery,
  describeRecording,
  openEngine,
  openRecording,
  startRecorder,
} from '../../../native/addon/index.d.ts';
import { PortError } from '../../../src/contract/index.ts';

export type {
  Answer,
  EngineHandle,
  RecorderHandle,
  RecordingHandle,
  SocketHandle,
  StreamHandle,
  UploadHandle,
};

export interface Addon {
  openEngine: typeof openEngine;
  checkQuery: typeof checkQuery;
  checkDisk: typeof checkDisk;
  openRecording: typeof openRecording;
  describeRecording: typeof describeRecording;
  startRecorder: typeof startRecorder;
}

const functions = [
  'openEngine',
  'checkQuery',
  'checkDisk',
  'openRecording',
  'describeRecording',
  'startRecorder',
] as const satisfies readonly (keyof Addon)[];

export function loadAddon(path: string): Addon {
  if (!existsSync(path))
    throw new PortError({
      code: 'engine-unavailable',
      message: `The sandbox engine is missing: ${path} does not exist. Build it with "npm run build:native", or install Rookery again.`,
    });
  let loaded: unknown;
  try {
    loaded = createRequire(path)(path);
  } catch (cause) {
    throw new PortError({
      code: 'engine-unavailable',
      message: `The sandbox engine ${path} cannot be loaded, possibly because it was built for another system. Build it again with "npm run build:native".`,
      detail: String(cause),
    });
  }
  if (!isAddon(loaded))
    throw new PortError({
      code: 'engine-unavailable',
      message: `${path} is not an engine of this version: it lacks ${missingIn(loaded).join(', ')}. Build it again with "npm run build:native".`,
    });
  return loaded;
}

const isAddon = (value: unknown): value is Addon => missingIn(value).length === 0;

function missingIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [...functions];
  const entries = new Map<string, unknown>(Object.entries(value));
  return functions.filter((name) => typeof entries.get(name) !== 'function');
}
