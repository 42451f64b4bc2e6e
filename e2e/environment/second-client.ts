import type { Page } from '@playwright/test';
import { z } from 'zod';
import { PORT_VERSION } from '../../src/contract/index.ts';

const answer = z.object({ status: z.number(), body: z.string() });
export type SecondClientResponse = z.infer<typeof answer>;

/**
 * A second client of the same database: its own port, next to the page's, with raw contract frames. It changes a
 * document behind an open editor in every environment, also where the engine has no address.
 */
export async function requestFromSecondClient(
  page: Page,
  request: { connection: string; method: string; path: string; body?: string },
): Promise<SecondClientResponse> {
  const headers = { 'content-type': 'application/json' };
  return answer.parse(await callFromSecondClient(page, 'http.request', { headers, ...request }));
}

/** Any call of the contract, from a second port. */
export function callFromSecondClient(page: Page, name: string, payload: unknown): Promise<unknown> {
  return page.evaluate(
    ({ name, payload, version }) =>
      new Promise<unknown>((resolve, reject) => {
        const receive = (
          frame: { t: string; payload?: unknown; error?: { message: string } },
          close: () => void,
        ): void => {
          if (frame.t === 'hello') return;
          close();
          if (frame.t === 'result') resolve(frame.payload);
          else reject(new Error(frame.error?.message ?? `unexpected frame ${frame.t}`));
        };
        const frames = [
          { t: 'hello', version },
          { t: 'call', id: 1, name, payload },
        ];
        const bridge = (window as { rookery?: { requestPort(request: number): void } }).rookery;
        if (!bridge) {
          const socket = new WebSocket(new URL('port', window.location.href.replace(/^http/, 'ws')), [
            'rookery',
            `rookery-key.${sessionStorage.getItem('rookery-key') ?? ''}`,
          ]);
          socket.onopen = () => frames.forEach((frame) => socket.send(JSON.stringify(frame)));
          socket.onmessage = (event) =>
            receive(JSON.parse(String(event.data)) as { t: string }, () => socket.close());
          socket.onerror = () => reject(new Error('the second socket was refused'));
          return;
        }
        const number = 900_000 + Math.floor(Math.random() * 90_000);
        const listener = (event: MessageEvent): void => {
          const [port] = event.ports;
          const message = event.data as { rookery?: string; request?: number };
          if (message.rookery !== 'port' || message.request !== number || !port) return;
          window.removeEventListener('message', listener);
          port.onmessage = (each) => receive(each.data as { t: string }, () => port.close());
          for (const frame of frames) port.postMessage(frame);
        };
        window.addEventListener('message', listener);
        bridge.requestPort(number);
      }),
    { name, payload, version: PORT_VERSION },
  );
}
