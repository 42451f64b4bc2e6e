/**
 * The 20 items of Electron's security checklist (electronjs.org/docs/latest/tutorial/security), each observed on the
 * installed program where that is possible, else read from the source of its window.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inRoot } from '../../paths.ts';
import type { FuseReport } from '../app/fuses.ts';
import { wrongFuses } from '../app/fuses.ts';

export interface ChecklistItem {
  readonly number: number;
  readonly item: string;
  /** `named`: not met for a reason that is printed. */
  readonly state: 'pass' | 'fail' | 'named';
  readonly evidence: string;
}

export interface Observed {
  readonly page: Page;
  readonly fuses: readonly FuseReport[];
  readonly electronVersion: string;
  /** Of the process with `--type=renderer`: its command line and the lines of `/proc/PID/status`. */
  readonly renderer: { readonly commandLine: string; readonly status: string };
}

export async function checkSecurity({
  page,
  fuses,
  electronVersion,
  renderer,
}: Observed): Promise<ChecklistItem[]> {
  const inPage = await page.evaluate(probe);
  const source = readFileSync(inRoot('electron/main/window.ts'), 'utf8');
  const bridge = readFileSync(inRoot('electron/main/bridge.ts'), 'utf8');
  const lockdown = readFileSync(inRoot('electron/main/lockdown.ts'), 'utf8');
  const before = page.url();
  await page.evaluate(() => {
    location.href = 'https://example.org/';
  });
  const stays = await page.evaluate(() => location.href);
  const wanted = (
    JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
      devDependencies: Record<string, string | undefined>;
    }
  ).devDependencies.electron;
  const items: [string, boolean, string][] = [
    ['only secure content', before.startsWith('app://'), `the window is ${before}`],
    ['no Node integration', inPage.node.length === 0, `globals of Node: ${inPage.node.join(', ') || 'none'}`],
    [
      'context isolation',
      source.includes('contextIsolation: true') && inPage.bridgeIsCopy,
      'the bridge cannot be changed by the page',
    ],
    [
      'process sandbox',
      /Seccomp:\s*2/.test(renderer.status) && !renderer.commandLine.includes('--no-sandbox'),
      'system calls of the renderer are filtered',
    ],
    [
      'permission requests handled',
      inPage.permissions.length === 0,
      `granted: ${inPage.permissions.join(', ') || 'none'}`,
    ],
    [
      'web security on',
      !renderer.commandLine.includes('--disable-web-security') && inPage.crossOrigin,
      'a request to another origin fails',
    ],
    ['content security policy', inPage.evalRefused, 'eval is refused'],
    [
      'no insecure content',
      !renderer.commandLine.includes('allow-running-insecure-content'),
      'switch absent',
    ],
    [
      'no experimental features',
      !renderer.commandLine.includes('enable-experimental-web-platform-features'),
      'switch absent',
    ],
    ['no Blink features', !/--enable-blink-features=(?!$)/.test(renderer.commandLine), 'switch absent'],
    ['no popups of webviews', inPage.webview, 'webview is no element'],
    [
      'webviews verified',
      lockdown.includes("'will-attach-webview', (event) => event.preventDefault()"),
      'all are prevented',
    ],
    ['navigation limited', stays === before, `after a navigation to another site the window is ${stays}`],
    ['new windows limited', inPage.windowRefused, 'window.open returns null'],
    [
      'openExternal only for trusted addresses',
      lockdown.includes(".endsWith('.ravendb.net')"),
      'https of ravendb.net only',
    ],
    ['current Electron', electronVersion === wanted, `packed ${electronVersion}, wanted ${wanted ?? '?'}`],
    [
      'senders of messages verified',
      bridge.includes('isOwnMainFrame(event.senderFrame)'),
      'main frame of app://rookery only',
    ],
    ['no file protocol', inPage.fileRefused, 'a file address cannot be read'],
    ['fuses', wrongFuses(fuses).length === 0, fuses.map(({ name, state }) => `${name} ${state}`).join(', ')],
    ['no Electron API in the page', inPage.bridge === 'requestPort', `the bridge has: ${inPage.bridge}`],
  ];
  return items.map(([item, passed, evidence], at) => ({
    number: at + 1,
    item,
    // An older Electron can be packed on purpose, where the current one cannot be downloaded.
    state: passed ? 'pass' : item === 'current Electron' ? 'named' : 'fail',
    evidence,
  }));
}

/** Runs in the page. */
async function probe() {
  const own = window as unknown as Record<string, unknown>;
  const bridge = own.rookery as Record<string, unknown>;
  const original = bridge.requestPort;
  try {
    bridge.requestPort = null;
  } catch {
    // Frozen.
  }
  const refused = async (address: string): Promise<boolean> =>
    fetch(address).then(
      () => false,
      () => true,
    );
  const granted: string[] = [];
  for (const name of ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'])
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      if (state === 'granted') granted.push(name);
    } catch {
      // Not known to this Chromium.
    }
  let evalRefused = false;
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- must be refused
    new Function('return 1')();
  } catch {
    evalRefused = true;
  }
  return {
    node: ['require', 'process', 'module', 'Buffer', '__dirname', 'global'].filter((name) => name in window),
    bridge: Object.keys(bridge).join(', '),
    bridgeIsCopy: bridge.requestPort === original,
    permissions: granted,
    crossOrigin: await refused('https://127.0.0.1:1/'),
    evalRefused,
    webview:
      document.createElement('webview').constructor.name === 'HTMLElement' &&
      !('src' in document.createElement('webview')),
    windowRefused: window.open('https://example.org/') === null,
    fileRefused: await refused('file:///etc/hostname'),
  };
}
