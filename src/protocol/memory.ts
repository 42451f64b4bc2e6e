/** What a server reports about the memory of its process. Null or absent where it does not report it. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';
import { readSizeText } from './server-load.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const text = z.string().nullish().catch(null);
const bytes = z.number().nonnegative().nullish().catch(null);
const heap = z.looseObject({ Size: text, Fragmentation: text }).nullish().catch(null);

/** An item of another shape is left out, not the whole list. */
const itemsOf = <T>(item: z.ZodType<T>) =>
  z
    .array(item.nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((items) => (items ?? []).filter((each) => each !== null));

const statsAnswer = z.looseObject({
  MemoryInformation: z.record(z.string(), z.unknown()).nullish().catch(null),
  Threads: itemsOf(z.looseObject({ Name: text, Allocations: bytes })),
  Mappings: itemsOf(
    z.looseObject({
      Directory: z.string(),
      Details: z
        .record(z.string(), z.looseObject({ TotalMapped: bytes }).nullable().catch(null))
        .nullish()
        .catch(null),
    }),
  ),
});

const heapsAnswer = z.looseObject({
  TotalSize: text,
  Gen0: heap,
  Gen1: heap,
  Gen2: heap,
  LOH: heap,
  POH: heap,
});
const HEAPS = ['Gen0', 'Gen1', 'Gen2', 'LOH', 'POH'] as const;
export type HeapName = (typeof HEAPS)[number];

export interface HeapSize {
  readonly name: HeapName;
  readonly size: number;
  readonly fragmentation: number;
}

export interface MappedFile {
  readonly directory: string;
  readonly file: string;
  /** Address space; only a part of it is resident. */
  readonly mapped: number;
}

export interface MemoryReport {
  /** Bytes by the server's name of each size, such as `WorkingSet`. Rounded by the server to three or more digits. */
  readonly sizes: ReadonlyMap<string, number>;
  /** After the last garbage collection; empty without a managed heap. */
  readonly heaps: readonly HeapSize[];
  /** Unmanaged allocations by the name of the thread, largest first. */
  readonly threads: readonly { readonly name: string; readonly allocations: number }[];
  readonly mappings: readonly MappedFile[];
}

export async function getMemoryReport(server: ServerClient, options: Signal = {}): Promise<MemoryReport> {
  const read = await server.read(statsAnswer, 'GET', '/admin/debug/memory/stats', {
    query: { includeThreads: true, includeMappings: true },
    ...options,
  });
  const information = read.MemoryInformation ?? {};
  const heaps = heapsAnswer.safeParse(information.ManagedHeapsAfterLastGC).data;
  return {
    sizes: new Map(
      Object.entries(information).flatMap(([name, value]) => {
        const size = readSizeText(value);
        return size === undefined ? [] : [[name, Math.round(size)] as const];
      }),
    ),
    heaps: HEAPS.flatMap((name) => {
      const size = readSizeText(heaps?.[name]?.Size);
      return size === undefined
        ? []
        : [
            {
              name,
              size: Math.round(size),
              fragmentation: Math.round(readSizeText(heaps?.[name]?.Fragmentation) ?? 0),
            },
          ];
    }),
    threads: read.Threads.map(({ Name, Allocations }) => ({
      name: Name ?? 'Unknown',
      allocations: Allocations ?? 0,
    }))
      .filter(({ allocations }) => allocations > 0)
      .sort((a, b) => b.allocations - a.allocations),
    mappings: read.Mappings.flatMap(({ Directory, Details }) =>
      Object.entries(Details ?? {}).map(([file, details]) => ({
        directory: Directory,
        file,
        mapped: details?.TotalMapped ?? 0,
      })),
    ),
  };
}

const smapsAnswer = z.looseObject({
  Type: text,
  Totals: z.record(z.string(), z.unknown()).nullish().catch(null),
  Details: itemsOf(z.looseObject({ File: z.string(), Rss: text, TotalDirty: bytes, TotalSwap: bytes })),
});

/** A part of the process in the words of the kernel. */
export interface ResidentPart {
  /** A path, or a name in brackets: `[heap]`. */
  readonly name: string;
  readonly resident: number;
  readonly dirty: number | null;
  readonly swap: number | null;
}

export interface ResidentReport {
  readonly workingSet: number | null;
  readonly sharedClean: number | null;
  readonly privateClean: number | null;
  readonly dirty: number | null;
  readonly swap: number | null;
  /** Largest first. A server that reports only sums has one part, `[rollup]`. */
  readonly parts: readonly ResidentPart[];
}

/** Servers on Windows and macOS do not have it. */
export async function getResidentReport(server: ServerClient, options: Signal = {}): Promise<ResidentReport> {
  const read = await server.read(smapsAnswer, 'GET', '/admin/debug/memory/smaps', options);
  const total = (name: string): number | null => {
    const value = read.Totals?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  return {
    workingSet: total('WorkingSet'),
    sharedClean: total('SharedClean'),
    privateClean: total('PrivateClean'),
    dirty: total('TotalDirty'),
    swap: total('Swap'),
    parts: read.Details.map(({ File, Rss, TotalDirty, TotalSwap }) => ({
      name: File,
      resident: Math.round(readSizeText(Rss) ?? 0),
      dirty: TotalDirty ?? null,
      swap: TotalSwap ?? null,
    })).sort((a, b) => b.resident - a.resident),
  };
}

const collection = z
  .looseObject({
    Index: z.number().nullish().catch(null),
    Generation: z.number().nullish().catch(null),
    Compacted: z.boolean().nullish().catch(null),
    Concurrent: z.boolean().nullish().catch(null),
    HeapSizeBytes: bytes,
    FragmentedBytes: bytes,
    TotalCommittedBytes: bytes,
    PromotedBytes: bytes,
    PauseTimePercentage: bytes,
    PauseDurations: itemsOf(z.string()),
    PinnedObjectsCount: bytes,
  })
  .nullish()
  .catch(null);

const KINDS = ['Ephemeral', 'Background', 'FullBlocking'] as const;
const gcAnswer = z.looseObject({ Ephemeral: collection, Background: collection, FullBlocking: collection });

/** The last garbage collection of its kind. */
export interface GarbageCollection {
  readonly kind: (typeof KINDS)[number];
  /** The number of the collection since the start. */
  readonly index: number;
  readonly generation: number | null;
  readonly compacted: boolean;
  readonly heapSize: number | null;
  readonly fragmented: number | null;
  readonly committed: number | null;
  readonly promoted: number | null;
  /** Since the start of the process. */
  readonly pausePercentage: number | null;
  /** Time spans in the server's format. */
  readonly pauses: readonly string[];
  readonly pinned: number | null;
}

/** In the order of time; kinds that never ran are absent. */
export async function getGarbageCollections(
  server: ServerClient,
  options: Signal = {},
): Promise<readonly GarbageCollection[]> {
  const read = await server.read(gcAnswer, 'GET', '/admin/debug/memory/gc', options);
  return KINDS.flatMap((kind): GarbageCollection[] => {
    const own = read[kind];
    // A kind that never ran has index 0.
    if (!own?.Index) return [];
    return [
      {
        kind,
        index: own.Index,
        generation: own.Generation ?? null,
        compacted: own.Compacted ?? false,
        heapSize: own.HeapSizeBytes ?? null,
        fragmented: own.FragmentedBytes ?? null,
        committed: own.TotalCommittedBytes ?? null,
        promoted: own.PromotedBytes ?? null,
        pausePercentage: own.PauseTimePercentage ?? null,
        pauses: own.PauseDurations.filter((each) => each !== '00:00:00'),
        pinned: own.PinnedObjectsCount ?? null,
      },
    ];
  }).sort((a, b) => a.index - b.index);
}

const collectedAnswer = z.looseObject({ BeforeGC: text, AfterGC: text, Freed: text, DurationInMs: bytes });

export interface CollectedMemory {
  /** In the server's words: `326.41 MBytes`. */
  readonly before: string | null;
  readonly after: string | null;
  readonly durationMs: number | null;
}

/** Stops every thread of the server for the collection, which can last seconds. */
export async function collectGarbage(server: ServerClient, options: Signal = {}): Promise<CollectedMemory> {
  const read = await server.read(collectedAnswer, 'GET', '/admin/memory/gc', {
    confirm: true,
    timeoutMs: 120_000,
    ...options,
  });
  return {
    before: read.BeforeGC ?? null,
    after: read.AfterGC ?? null,
    durationMs: read.DurationInMs ?? null,
  };
}
