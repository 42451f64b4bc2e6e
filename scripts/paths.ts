import { homedir } from 'node:os';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
export const inRoot = (...parts: string[]): string => resolve(root, ...parts);

/** The folder of downloads and build caches, kept outside the checkout so that a clean one builds fast. */
export const cacheFolder = process.env.ROOKERY_CACHE ?? resolve(homedir(), '.cache/rookery');
/** Cargo's target folder: CARGO_TARGET_DIR first. */
export const cargoTarget = process.env.CARGO_TARGET_DIR ?? resolve(cacheFolder, 'target');

export const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);
