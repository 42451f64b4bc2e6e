/** Loads the native addon. Its agreed shape is checked here, so that an older or foreign file is named and not trusted. */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import type { EngineHandle, SocketHandle, openEngine } from '../../../native/addon/index.d.ts';
import { PortError } from '../../../src/contract/index.ts';

export type { EngineHandle, SocketHandle };

export interface Addon {
  openEngine: typeof openEngine;
}

export function loadAddon(path: string): Addon {
  if (!existsSync(path))
    throw new PortError({
      code: 'engine-unavailable',
      message: `The sandbox's engine is missing: there is no ${path}. Build it with "npm run build:native", or install Rookery again.`,
    });
  let loaded: unknown;
  try {
    loaded = createRequire(path)(path);
  } catch (cause) {
    throw new PortError({
      code: 'engine-unavailable',
      message: `The sandbox's engine ${path} cannot be loaded. Was it built for this system? Build it again with "npm run build:native".`,
      detail: String(cause),
    });
  }
  if (!isAddon(loaded))
    throw new PortError({
      code: 'engine-unavailable',
      message: `${path} is not this version's engine: it offers no openEngine. Build it again with "npm run build:native".`,
    });
  return loaded;
}

function isAddon(value: unknown): value is Addon {
  return (
    typeof value === 'object' &&
    value !== null &&
    'openEngine' in value &&
    typeof value.openEngine === 'function'
  );
}
