import { homedir } from 'node:os';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
export const inRoot = (...parts: string[]): string => resolve(root, ...parts);

/** Where downloads and build caches live, so that a clean checkout builds quickly the second time. */
export const cacheFolder = process.env.ROOKERY_CACHE ?? resolve(homedir(), '.cache/rookery');
/** Cargo's target folder: the environment's own choice first. */
export const cargoTarget = process.env.CARGO_TARGET_DIR ?? resolve(cacheFolder, 'target');

export const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);
