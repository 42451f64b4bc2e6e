/** What is measured, as the tab remembers it. */
import { z } from 'zod';
import type { DiskCheckRequest } from '../../contract/index.ts';

const MIB = 1024 * 1024;

export const secondChoices = [
  { value: '10', label: '10 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '120', label: '2 minutes' },
  { value: '600', label: '10 minutes' },
] as const;
export const sizeChoices = [
  { value: '64', label: '64 MB' },
  { value: '256', label: '256 MB' },
  { value: '1024', label: '1 GB' },
  { value: '4096', label: '4 GB' },
] as const;
export const threadChoices = [
  { value: '4', label: '4 threads' },
  { value: '16', label: '16 threads' },
  { value: '64', label: '64 threads' },
] as const;

const settings = z.object({
  place: z.enum(['sandbox', 'folder']).catch('sandbox'),
  path: z.string().catch(''),
  seconds: z.enum(['10', '30', '120', '600']).catch('30'),
  size: z.enum(['64', '256', '1024', '4096']).catch('256'),
  threads: z.enum(['4', '16', '64']).catch('16'),
});
export type CheckSettings = z.infer<typeof settings>;

export function readSettings(saved: unknown): CheckSettings {
  return settings.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

/** Null: no folder is entered. */
export function requestOf({
  place,
  path,
  seconds,
  size,
  threads,
}: CheckSettings): Omit<DiskCheckRequest, 'id'> | null {
  const folder = path.trim();
  if (place === 'folder' && folder === '') return null;
  return {
    place: place === 'sandbox' ? { kind: 'sandbox' } : { kind: 'folder', path: folder },
    seconds: Number(seconds),
    bytes: Number(size) * MIB,
    threads: Number(threads),
  };
}
