/**
 * Exports as downloads of the browser. Each has an address that works once and for a short time; the server checks the
 * session before it. A download that ends early is reported by the browser as failed, and no file remains.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PortError } from '../../src/contract/index.ts';
import type { ExportSink, FileToExport } from '../host/export/export-way.ts';
import { amountOf } from '../host/export/row-count.ts';
import { securityHeaders } from '../host/renderer/security-headers.ts';

export const DOWNLOAD_PATH = '/export/';
/** Between the offer and the request of the browser. */
const OPEN_WITHIN_MS = 60_000;

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ravendbdump: 'application/octet-stream',
  zip: 'application/zip',
  rookery: 'application/octet-stream',
  'speedscope.json': 'application/json; charset=utf-8',
} as const;

interface Offer {
  readonly file: FileToExport;
  readonly open: (response: ServerResponse) => void;
}

export class Downloads {
  private readonly offers = new Map<string, Offer>();
  private readonly openWithinMs: number;

  constructor(openWithinMs = OPEN_WITHIN_MS) {
    this.openWithinMs = openWithinMs;
  }

  offer(file: FileToExport, signal: AbortSignal): { path: string; opened: Promise<ExportSink> } {
    const token = randomBytes(32).toString('base64url');
    const opened = new Promise<ExportSink>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.offers.delete(token);
      };
      const onAbort = (): void => {
        settle();
        reject(new PortError({ code: 'cancelled', message: 'The export was cancelled before it began.' }));
      };
      const timer = setTimeout(() => {
        settle();
        reject(
          new PortError({
            code: 'timeout',
            message: `The browser did not start the download within ${Math.round(this.openWithinMs / 1000)} s. Allow downloads for this page and export again.`,
            retryable: true,
          }),
        );
      }, this.openWithinMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.offers.set(token, {
        file,
        open: (response) => {
          settle();
          resolve(new DownloadSink(response));
        },
      });
      if (signal.aborted) onAbort();
    });
    return { path: DOWNLOAD_PATH + token, opened };
  }

  /** Begins the download of a path; false when it was used, has expired or was never issued. */
  begin(path: string, response: ServerResponse): boolean {
    const offer = this.offers.get(path.slice(DOWNLOAD_PATH.length));
    if (!offer) return false;
    const { name, format } = offer.file;
    response.writeHead(200, {
      ...securityHeaders,
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    });
    response.flushHeaders();
    offer.open(response);
    return true;
  }
}

class DownloadSink implements ExportSink {
  rows = 0;
  bytes = 0;
  private readonly response: ServerResponse;
  private readonly leaving = new AbortController();
  private ended = false;
  private wake: (() => void) | undefined;

  constructor(response: ServerResponse) {
    this.response = response;
    response.on('drain', () => this.wake?.());
    response.on('close', () => {
      if (!this.ended) this.leaving.abort();
      this.wake?.();
    });
    response.on('error', () => undefined);
  }

  get readerLeft(): AbortSignal {
    return this.leaving.signal;
  }

  async write(content: string | Buffer, rows: number): Promise<void> {
    if (this.leaving.signal.aborted) throw browserStopped();
    if (content.length === 0) return;
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    const more = this.response.write(bytes);
    this.bytes += bytes.length;
    this.rows += rows;
    if (more) return;
    // The browser takes what the disk takes: the server waits until then.
    await new Promise<void>((resolve) => (this.wake = resolve));
    this.wake = undefined;
    // Aborted while waiting.
    if (this.leaving.signal.aborted as boolean) throw browserStopped();
  }

  async finish(): Promise<null> {
    this.ended = true;
    await new Promise<void>((resolve) => {
      this.response.once('close', resolve);
      this.response.end(resolve);
    });
    return null;
  }

  discard(): Promise<string> {
    this.ended = true;
    this.response.destroy();
    return Promise.resolve('The browser discards the partial download.');
  }

  endIncomplete(): Promise<string> {
    this.ended = true;
    // Without the end of the response, the browser reports a failed download.
    this.response.destroy();
    return Promise.resolve(`The download ended after ${amountOf(this)}; the browser marks it as failed.`);
  }
}

function browserStopped(): PortError {
  return new PortError({ code: 'cancelled', message: 'The download was cancelled in the browser.' });
}
