/** The cache of one connection: answers with their ETag, and when they are used without asking the server. */
import type { HttpResponse } from '../../../../src/contract/index.ts';
import type { JudgedRequest } from '../../policy/judged-request.ts';
import { ByteLru } from './byte-lru.ts';
import { cacheableRead, usableTag, type CacheableRead } from './cacheable.ts';
import { ChangeWatch } from './change-watch.ts';

/** Of all connections together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The longest time without asking the server. */
const MAX_LIVE_MS = 60_000;
/** Statuses after which the server may judge the same credentials differently. */
const ACCESS_STATUSES = new Set([401, 403, 428]);

export interface StoredAnswer {
  readonly response: HttpResponse;
  readonly etag: string;
  /** Of the request that was answered last. */
  readonly step: number;
  readonly checkedAt: number;
}

export type AnswerStore = ByteLru<StoredAnswer>;

export const openAnswerStore = (maxBytes = MAX_BYTES): AnswerStore => new ByteLru<StoredAnswer>(maxBytes);

let lastScope = 0;

export class CachedReads {
  readonly changes: ChangeWatch;
  private readonly store: AnswerStore;
  private readonly now: () => number;
  private credentials = '';
  private scope = ++lastScope;

  constructor(store: AnswerStore, now: () => number = Date.now) {
    this.store = store;
    this.now = now;
    this.changes = new ChangeWatch(now);
  }

  /**
   * Answers a request from the cache or through `send`, which adds the given headers. `credentials` changes with
   * everything that the server recognizes the caller by.
   */
  async request(
    request: JudgedRequest,
    credentials: string,
    send: (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    if (credentials !== this.credentials) this.clear();
    this.credentials = credentials;
    const read = cacheableRead(request);
    if (read === undefined) return this.passThrough(request, send);
    const key = `${this.scope}:${read.key}`;
    const { scope } = this;
    const known = this.store.get(key);
    if (known !== undefined && this.isLive(known, read)) return { ...known.response, ms: 0, cache: 'live' };
    const step = this.changes.next();
    const response = await send(known === undefined ? {} : { 'if-none-match': known.etag });
    const stored = { step, checkedAt: this.now() };
    if (known !== undefined && response.status === 304) {
      if (scope === this.scope) this.keep(key, { ...known, ...stored });
      return { ...known.response, ms: response.ms, cache: 'not-modified' };
    }
    this.noteStatus(response.status);
    const etag = usableTag(response.headers.etag);
    if (scope !== this.scope) return response;
    if (response.status === 200 && etag !== undefined) this.keep(key, { response, etag, ...stored });
    else this.store.delete(key);
    return response;
  }

  /** Before and after something that may change documents, or nobody knows. */
  noteChange(database: string | undefined): void {
    this.changes.changed(database);
  }

  noteStatus(status: number): void {
    if (ACCESS_STATUSES.has(status)) this.clear();
  }

  clear(): void {
    this.store.deleteAll(`${this.scope}:`);
    this.scope = ++lastScope;
  }

  private async passThrough(
    request: JudgedRequest,
    send: (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    if (request.effect === 'read') {
      const response = await send({});
      this.noteStatus(response.status);
      return response;
    }
    const { database } = request.route;
    this.noteChange(database);
    try {
      const response = await send({});
      this.noteStatus(response.status);
      return response;
    } finally {
      this.noteChange(database);
    }
  }

  private isLive(known: StoredAnswer, { database, covers }: CacheableRead): boolean {
    return this.now() - known.checkedAt < MAX_LIVE_MS && this.changes.isCurrent(database, covers, known.step);
  }

  private keep(key: string, answer: StoredAnswer): void {
    // Texts take two bytes for each character at most.
    this.store.set(key, answer, 2 * (answer.response.body.length + key.length) + 1000);
  }
}
