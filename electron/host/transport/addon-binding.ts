/** Loads the native addon and validates its exports, so that an older or foreign file is reported. */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import type {
  Answer,
  EngineHandle,
  RecordingHandle,
  SocketHandle,
  StreamHandle,
  UploadHandle,
  checkDisk,
  checkQuery,
  openEngine,
  openRecording,
} from '../../../native/addon/index.d.ts';
import { PortError } from '../../../src/contract/index.ts';

export type { Answer, EngineHandle, RecordingHandle, SocketHandle, StreamHandle, UploadHandle };

export interface Addon {
  openEngine: typeof openEngine;
  checkQuery: typeof checkQuery;
  checkDisk: typeof checkDisk;
  openRecording: typeof openRecording;
}

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
      message: `${path} is not an engine of this version: it lacks openEngine, checkQuery, checkDisk or openRecording. Build it again with "npm run build:native".`,
    });
  return loaded;
}

function isAddon(value: unknown): value is Addon {
  return (
    typeof value === 'object' &&
    value !== null &&
    'openEngine' in value &&
    typeof value.openEngine === 'function' &&
    'checkQuery' in value &&
    typeof value.checkQuery === 'function' &&
    'checkDisk' in value &&
    typeof value.checkDisk === 'function' &&
    'openRecording' in value &&
    typeof value.openRecording === 'function'
  );
}
