import { chromium, type Browser } from '@playwright/test';
import { obtainChromium } from '../chromium.ts';

/** Chromium with software rendering. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: await obtainChromium(),
    args: [...browserArguments(), ...more],
  });
}

export function browserArguments(): readonly string[] {
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'];
}

/** With unthrottled frames: the interval between frames is the cost of one. */
export async function launchUnthrottled(): Promise<Browser> {
  return launchBrowser(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
}
