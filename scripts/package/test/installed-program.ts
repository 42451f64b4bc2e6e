/** The installed program, started as an ordinary user on a virtual display and driven by Playwright. */
import { chromium, type Browser, type Page } from '@playwright/test';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { CleanRoot } from './clean-root.ts';
import { startDevtoolsProxy, type DevtoolsProxy } from './devtools-proxy.ts';

/** Of the user in the clean root. */
export const TEST_USER = 'tester';
const START_MS = 60_000;

export class InstalledProgram {
  readonly page: Page;
  readonly display: string;
  private readonly process: ChildProcess;
  private readonly browser: Browser;
  private readonly proxy: DevtoolsProxy;

  private constructor(
    process: ChildProcess,
    browser: Browser,
    proxy: DevtoolsProxy,
    page: Page,
    display: string,
  ) {
    this.process = process;
    this.browser = browser;
    this.proxy = proxy;
    this.page = page;
    this.display = display;
  }

  /** Resolves when the window shows its screens. */
  static async start(root: CleanRoot, command = 'rookery'): Promise<InstalledProgram> {
    const port = await freePort();
    const display = `:${7000 + (port % 1000)}`;
    const child = root.start(
      `Xvfb ${display} -ac -screen 0 1600x1000x24 & ` +
        `runuser -u ${TEST_USER} -- env HOME=/home/${TEST_USER} DISPLAY=${display} ${command} --remote-debugging-port=${port}`,
    );
    let output = '';
    child.stderr?.on('data', (data: Buffer) => (output = `${output}${data.toString()}`.slice(-4000)));
    try {
      const proxy = await startDevtoolsProxy(port, START_MS);
      const browser = await chromium.connectOverCDP(proxy.url, { timeout: START_MS });
      const page = await firstPage(browser);
      await page.getByRole('navigation', { name: 'Screens' }).waitFor({ timeout: START_MS });
      return new InstalledProgram(child, browser, proxy, page, display);
    } catch (cause) {
      child.kill('SIGKILL');
      throw new Error(`The installed program shows no window.\n${output}`, { cause });
    }
  }

  /** Closes the window as a user does, and waits for the end of the program. */
  async quit(root: CleanRoot): Promise<void> {
    const ended = new Promise<void>((resolve) => this.process.once('exit', () => resolve()));
    await root.run('pkill -TERM -o -x rookery || true').catch(() => undefined);
    this.proxy.close();
    this.process.kill('SIGTERM');
    const late = setTimeout(() => this.process.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
    await this.browser.close().catch(() => undefined);
  }
}

async function firstPage(browser: Browser): Promise<Page> {
  const until = performance.now() + START_MS;
  for (;;) {
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((each) => each.url().startsWith('app://'));
    if (page) return page;
    if (performance.now() > until) throw new Error('No window appeared.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address === null || typeof address === 'string'
          ? reject(new Error('No port is free.'))
          : resolve(address.port),
      );
    });
  });
}
