/** Changes documents one by one, so that one failure stops nothing and each is known. */
import { PortError } from '../../contract/index.ts';

export interface DocumentFailure {
  readonly id: string;
  readonly message: string;
}

export interface DocumentsProgress {
  readonly done: number;
  readonly failed: number;
}

export interface DocumentsResult {
  /** Documents by the result of each: `Patched`, `NotModified`, `Deleted`. */
  readonly byStatus: ReadonlyMap<string, number>;
  readonly failures: readonly DocumentFailure[];
  /** Documents that were not tried: the run was cancelled, or the server could not be reached. */
  readonly left: readonly string[];
  readonly cancelled: boolean;
  /** Why the run ended early, apart from a cancellation. */
  readonly error: unknown;
}

export interface DocumentsOptions {
  readonly signal: AbortSignal;
  /** The most documents per second; null: no limit. */
  readonly maxPerSecond: number | null;
  readonly onProgress: (progress: DocumentsProgress) => void;
  /** The reason of a failure for a person. */
  readonly messageOf: (thrown: unknown) => string;
  /** For tests. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Enough to hide the time of a round trip; more would compete with other clients of the server. */
const CONCURRENT = 4;

/** `change` returns the status of the document, or throws why it failed. */
export async function runDocuments(
  ids: readonly string[],
  change: (id: string) => Promise<string>,
  options: DocumentsOptions,
): Promise<DocumentsResult> {
  const { signal, maxPerSecond, onProgress, messageOf, now = Date.now, wait = pause } = options;
  const byStatus = new Map<string, number>();
  const failures: DocumentFailure[] = [];
  const started = now();
  const finished = new Set<number>();
  let next = 0;
  let error: unknown;
  const stopped = () => signal.aborted || error !== undefined;

  const worker = async (): Promise<void> => {
    while (next < ids.length && !stopped()) {
      const index = next++;
      const id = ids[index] ?? '';
      if (maxPerSecond !== null) {
        const due = started + (index * 1000) / maxPerSecond;
        if (due > now()) await wait(due - now());
        if (stopped()) return;
      }
      try {
        const status = await change(id);
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      } catch (thrown) {
        // The connection itself: every further document would fail in the same way.
        if (thrown instanceof PortError) {
          error ??= thrown;
          return;
        }
        failures.push({ id, message: messageOf(thrown) });
      }
      finished.add(index);
      onProgress({ done: finished.size, failed: failures.length });
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT, ids.length) }, worker));
  return {
    byStatus,
    failures,
    left: ids.filter((_, index) => !finished.has(index)),
    cancelled: signal.aborted,
    error,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
