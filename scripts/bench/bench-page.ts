/** Builds a page of a bench, serves it on a loopback port and opens it in Chromium. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { inRoot } from '../paths.ts';
import { launchUnthrottled } from './browser.ts';

/** `folder` is relative to the root and has an `index.html`. An error of the page fails the bench. */
export async function onBenchPage(folder: string, measure: (page: Page) => Promise<void>): Promise<void> {
  const built = await mkdtemp(join(tmpdir(), 'rookery-bench-page-'));
  try {
    await build({
      configFile: false,
      root: inRoot(folder),
      base: './',
      logLevel: 'warn',
      plugins: [react()],
      worker: { format: 'es' },
      build: { outDir: built, emptyOutDir: true },
    });
    const server = serve(built);
    const address = await server.address;
    const browser = await launchUnthrottled();
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      await page.goto(address);
      await measure(page);
      if (problems.length > 0) throw new Error(`The page said:\n${problems.join('\n')}`);
    } finally {
      await browser.close();
      server.close();
    }
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The code of a worker is loaded over HTTP only. */
function serve(folder: string): { address: Promise<string>; close: () => void } {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => {
        response.statusCode = 404;
        response.end();
      })
      .pipe(response);
  });
  const address = new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      resolve(`http://127.0.0.1:${typeof bound === 'object' ? (bound?.port ?? 0) : 0}/`);
    });
  });
  return { address, close: () => server.close() };
}
