/** The sizes of earlier readings and the garbage collections that were seen. Pure. */
import type { GarbageCollection, MemoryReport } from '../../../protocol/memory.ts';

export interface MemorySample {
  /** Milliseconds since 1970, on the clock of this computer. */
  readonly at: number;
  readonly sizes: ReadonlyMap<string, number>;
}

/** Ten minutes of readings at the shortest interval. */
export const MAX_SAMPLES = 120;
const MAX_COLLECTIONS = 200;

export interface SizeSeries {
  readonly name: string;
  readonly label: string;
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** The most important first; other names of the server follow in its own words. */
const labels: Readonly<Record<string, string>> = {
  WorkingSet: 'Working set',
  ManagedAllocations: 'Managed heap',
  UnmanagedAllocations: 'Unmanaged allocations',
  MemoryMapped: 'Mapped files',
  DirtyMemory: 'Dirty memory',
  SharedClean: 'Shared, unchanged',
  EncryptionBuffersInUse: 'Encryption buffers in use',
  EncryptionBuffersPool: 'Encryption buffer pool',
  EncryptionLockedMemory: 'Locked by encryption',
  AvailableMemoryForProcessing: 'Available for processing',
  AvailableMemory: 'Available memory',
  PhysicalMemory: 'Physical memory',
};
const order = Object.keys(labels);

export function labelOf(name: string): string {
  return labels[name] ?? name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

export function sampleOf(at: number, { sizes }: MemoryReport): MemorySample {
  return { at, sizes };
}

export function seriesOf(samples: readonly MemorySample[]): readonly SizeSeries[] {
  const names = new Set(samples.flatMap(({ sizes }) => [...sizes.keys()]));
  const place = (name: string): number => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  return [...names]
    .sort((a, b) => place(a) - place(b) || a.localeCompare(b))
    .map((name) => {
      const own = samples.flatMap(({ at, sizes }) => {
        const size = sizes.get(name);
        return size === undefined ? [] : [{ at, size }];
      });
      return {
        name,
        label: labelOf(name),
        times: own.map(({ at }) => at),
        values: own.map(({ size }) => size),
      };
    });
}

export interface SeenCollection extends GarbageCollection {
  /** When it was first seen: it ran between this and the previous reading. */
  readonly seen: number;
}

/** Newest first. The server reports the last one of each kind, so collections between two readings can be missed. */
export function withCollections(
  before: readonly SeenCollection[],
  now: readonly GarbageCollection[],
  at: number,
): readonly SeenCollection[] {
  const newest = Math.max(0, ...now.map(({ index }) => index));
  // Lower numbers than before: the server was restarted.
  const kept = before.some(({ index }) => index > newest) ? [] : before;
  const known = new Set(kept.map(({ index }) => index));
  const added = now.filter(({ index }) => !known.has(index)).map((each) => ({ ...each, seen: at }));
  return [...kept, ...added].sort((a, b) => b.index - a.index).slice(0, MAX_COLLECTIONS);
}
