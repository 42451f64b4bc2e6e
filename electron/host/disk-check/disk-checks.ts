/** Runs disk checks, one at a time. */
import {
  diskCheckProgress,
  diskCheckReport,
  diskMeasurement,
  PortError,
} from '../../../src/contract/index.ts';
import type { DiskCheckProgress, DiskCheckReport, DiskMeasurement } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { loadAddon } from '../transport/addon-binding.ts';
import { camelCaseKeys } from './camel-case-keys.ts';

export interface DiskCheckTask {
  readonly folder: string;
  readonly seconds: number;
  readonly bytes: number;
  readonly threads: number;
}

/** The addon sends one step; the port has all of them, because a slow page skips progress. */
const sentProgress = diskCheckProgress
  .omit({ kind: true, completed: true })
  .extend({ completed: diskMeasurement.nullable() });

export class DiskChecks {
  private readonly addonPath: string;
  private running: { readonly abort: () => void; readonly ended: Promise<unknown> } | undefined;

  constructor(addonPath: string) {
    this.addonPath = addonPath;
  }

  mustBeFree(): void {
    if (this.running)
      throw new PortError({
        code: 'bad-request',
        message: 'A disk check is running. Wait for its end, or cancel it.',
      });
  }

  /** Settles after the files of the check are removed. */
  async run(
    task: DiskCheckTask,
    signal: AbortSignal,
    onProgress: (progress: DiskCheckProgress) => void,
  ): Promise<DiskCheckReport> {
    this.mustBeFree();
    signal.throwIfAborted();
    const completed: DiskMeasurement[] = [];
    const pending = loadAddon(this.addonPath).checkDisk(JSON.stringify(task), (text) => {
      const { completed: step, ...progress } = sentProgress.parse(camelCaseKeys(JSON.parse(text)));
      if (step !== null) completed.push(step);
      onProgress({ ...progress, kind: 'measuring', completed: [...completed] });
    });
    this.running = { abort: pending.abort, ended: pending.report };
    signal.addEventListener('abort', pending.abort, { once: true });
    try {
      return diskCheckReport.parse(camelCaseKeys(JSON.parse(await pending.report)));
    } catch (thrown) {
      throw failure(thrown);
    } finally {
      signal.removeEventListener('abort', pending.abort);
      this.running = undefined;
    }
  }

  /** Ends a running check and waits until its files are removed. */
  async close(): Promise<void> {
    this.running?.abort();
    await this.running?.ended.catch(() => undefined);
  }
}

/** The addon's messages are sentences for the user. */
function failure(thrown: unknown): unknown {
  if (!isErrno(thrown)) return thrown;
  const code =
    thrown.code === 'cancelled' ? 'cancelled' : thrown.code === 'limits' ? 'bad-request' : 'storage';
  return new PortError({ code, message: thrown.message });
}
