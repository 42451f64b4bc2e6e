/** `app://rookery/`: serves the built window with its security headers from disk, and nothing else. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { protocol, type Session } from 'electron';
import { readRendererFile } from '../host/renderer/renderer-files.ts';
import { securityHeaders } from '../host/renderer/security-headers.ts';
import type { OpenRequests } from './open-requests.ts';

/** Called before the app is ready: makes the scheme a standard, secure origin. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer | Readable;
}

async function answer(folder: string, opened: OpenRequests, address: string): Promise<Answer> {
  const plain = (status: number, sentence: string): Answer => ({
    status,
    headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(`${sentence}\n`),
  });
  const url = new URL(address);
  if (url.host !== 'rookery') return plain(404, 'Not found.');
  const path = opened.fileOf(url.pathname);
  if (path !== undefined)
    return {
      status: 200,
      headers: { ...securityHeaders, 'content-type': 'application/octet-stream' },
      body: createReadStream(path),
    };
  const file = await readRendererFile(folder, url.pathname);
  if (file)
    return { status: 200, headers: { ...securityHeaders, 'content-type': file.type }, body: file.body };
  return plain(
    404,
    url.pathname === '/'
      ? `The window is not built: there is no index.html in ${folder}. Run "npm run build:bundles".`
      : 'Not found.',
  );
}

/** `onFailure` is called for existing files that cannot be read; the page gets a 500. */
export function serveAppScheme(
  { protocol: own }: Session,
  folder: string,
  opened: OpenRequests,
  onFailure: (cause: unknown) => void,
): void {
  const safely = (address: string): Promise<Answer> =>
    answer(folder, opened, address).catch((cause: unknown) => {
      onFailure(cause);
      return {
        status: 500,
        headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' },
        body: Buffer.from('Rookery could not read its own files.\n'),
      };
    });
  // Electron 25 added `handle`; the older API does the same with a callback.
  if ('handle' in own && typeof own.handle === 'function') {
    own.handle('app', async (request) => {
      const { status, headers, body } = await safely(request.url);
      const content =
        body instanceof Readable
          ? (Readable.toWeb(body) as ReadableStream<Uint8Array>)
          : new Uint8Array(body);
      return new Response(content as BodyInit, { status, headers });
    });
  } else {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way there was
    own.registerStreamProtocol('app', (request, respond) => {
      void safely(request.url).then(({ status, headers, body }) =>
        respond({
          statusCode: status,
          headers,
          data: body instanceof Readable ? body : Readable.from([body]),
        }),
      );
    });
  }
}
