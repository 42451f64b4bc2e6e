/** The setting, the last result and the one request of the check for a newer release. */
import { z } from 'zod';
import { PortError, type UpdateState } from '../../../src/contract/index.ts';
import { newerRelease } from '../../../src/contract/updates.ts';
import type { Log } from '../log/log-file.ts';
import { JsonFile } from '../stored/json-file.ts';
import type { UpdateFeed } from './configured-feed.ts';
import { feedAddress, fetchFeed } from './fetch-feed.ts';
import { FeedRefused, newestAfter, readSignedFeed } from './signed-feed.ts';

const stored = z.object({
  enabled: z.boolean(),
  checkedAt: z.string().nullable(),
  lastIssued: z.string().nullable(),
  newest: newerRelease.nullable(),
});
type Stored = JsonFile<typeof stored>;

const DAY_MS = 24 * 3600 * 1000;
/** A page may ask as often as it likes; the feed is asked this often. */
const PAUSE_MS = 10_000;

interface UpdateCheckParts {
  readonly file: Stored;
  readonly feed: UpdateFeed | null;
  readonly version: string;
  readonly log: Log;
  readonly now?: () => Date;
}

export function openUpdateFile(folder: string) {
  return JsonFile.open({
    folder,
    name: 'updates',
    what: 'the update check settings',
    schema: stored,
    empty: { enabled: false, checkedAt: null, lastIssued: null, newest: null },
  });
}

export class UpdateCheck {
  private readonly parts: UpdateCheckParts;
  private running: Promise<void> | undefined;
  private lastRequest = 0;

  constructor(parts: UpdateCheckParts) {
    this.parts = parts;
  }

  state(): UpdateState {
    const { file, feed, version } = this.parts;
    const { enabled, checkedAt, newest } = file.value;
    const age = checkedAt === null ? Infinity : this.now().getTime() - Date.parse(checkedAt);
    return {
      version,
      feed: feed === null ? null : placeOf(feed.url),
      enabled,
      checkedAt,
      // After an update the stored release can be the running one.
      newer: newest === null ? null : newestAfter([newest], version),
      isDue: enabled && feed !== null && !(age >= 0 && age < DAY_MS),
    };
  }

  async setEnabled(enabled: boolean): Promise<UpdateState> {
    if (enabled) this.mustHaveFeed();
    await this.parts.file.save({ ...this.parts.file.value, enabled });
    return this.state();
  }

  /** Sends one request; calls at the same time share it. */
  async check(signal: AbortSignal): Promise<UpdateState> {
    const feed = this.mustHaveFeed();
    this.running ??= this.ask(feed, signal).finally(() => (this.running = undefined));
    await this.running;
    return this.state();
  }

  private mustHaveFeed(): UpdateFeed {
    const { feed } = this.parts;
    if (feed === null)
      throw new PortError({
        code: 'unsupported',
        message:
          'This build names no release feed, so it cannot look for a newer version. Look where you got it.',
      });
    return feed;
  }

  private async ask(feed: UpdateFeed, signal: AbortSignal): Promise<void> {
    const { file, version, log } = this.parts;
    const now = this.now();
    if (Math.abs(now.getTime() - this.lastRequest) < PAUSE_MS) return;
    this.lastRequest = now.getTime();
    const place = placeOf(feed.url);
    const body = await fetchFeed(feedAddress(feed.url), version, signal).catch((cause: unknown) => {
      if (signal.aborted) throw new PortError({ code: 'cancelled', message: 'The check was cancelled.' });
      throw new PortError({
        code: 'unreachable',
        message: `The release feed at ${place} cannot be read: ${reasonOf(cause)}.`,
        retryable: true,
      });
    });
    const { lastIssued } = file.value;
    try {
      const read = readSignedFeed(body, { publicKey: feed.publicKey, now, lastIssued });
      const newest = newestAfter(read.releases, version);
      await file.save({ ...file.value, checkedAt: now.toISOString(), lastIssued: read.issued, newest });
      log.write('info', 'updates-checked', { newer: newest?.version ?? 'none' });
    } catch (cause) {
      if (!(cause instanceof FeedRefused)) throw cause;
      log.write('warn', 'update-feed-refused', { reason: cause.message });
      throw new PortError({
        code: 'certificate',
        message: `The release feed at ${place} is not accepted: ${cause.message}.`,
      });
    }
  }

  private now(): Date {
    return this.parts.now?.() ?? new Date();
  }
}

/** Host and path: what the user knows about the address, without query. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
