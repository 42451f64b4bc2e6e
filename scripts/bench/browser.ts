import { chromium, type Browser } from '@playwright/test';
import { obtainChromium } from '../chromium.ts';

/** Chromium with software rendering and unthrottled frames: the interval between frames is the cost of one. */
export async function launchUnthrottled(): Promise<Browser> {
  return chromium.launch({
    executablePath: await obtainChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
    ],
  });
}
