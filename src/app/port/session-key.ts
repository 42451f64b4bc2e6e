import { SESSION_KEY_NAME } from '../../contract/index.ts';

/** How long a new tab waits for another one to pass the key on. */
const WAIT_MS = 500;

const CHANNEL_NAME = 'rookery-key';
const REQUEST = 'request';

/** The key of this tab, put there by the entrance page. A reload keeps it, so does duplicating the tab. */
export function keptKey(): string | null {
  return sessionStorage.getItem(SESSION_KEY_NAME);
}

/**
 * The key of another tab of the same origin in which Rookery works; null when there is none. A broadcast channel does not leave
 * the origin, which the port is part of.
 */
export async function keyOfOtherTab(): Promise<string | null> {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  try {
    return await new Promise<string | null>((resolve) => {
      const timer = setTimeout(() => resolve(null), WAIT_MS);
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data !== 'string' || data === REQUEST) return;
        clearTimeout(timer);
        resolve(data);
      };
      channel.postMessage(REQUEST);
    });
  } finally {
    channel.close();
  }
}

/** Keeps a key that works, and passes it on to tabs that are opened later. The returned function ends that. */
export function shareKey(key: string): () => void {
  sessionStorage.setItem(SESSION_KEY_NAME, key);
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === REQUEST) channel.postMessage(key);
  };
  return () => channel.close();
}
