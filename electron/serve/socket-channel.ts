/** A channel over a WebSocket of a page. Every frame is one JSON text. */
import { WebSocket, type RawData } from 'ws';
import type { Channel } from '../../src/contract/index.ts';

/** Limit of unread data for a page. Credit stops streams long before; this is for responses. */
export const MAX_WAITING_BYTES = 256 * 1024 * 1024;
const PULSE_MS = 20_000;

export function socketChannel(socket: WebSocket, onProblem: (cause: unknown) => void): Channel {
  const early: unknown[] = [];
  let frameListener: ((frame: unknown) => void) | undefined;
  let alive = true;

  // Only a ping detects a broken tunnel.
  const pulse = setInterval(() => {
    if (!alive) {
      socket.terminate();
      return;
    }
    alive = false;
    socket.ping();
  }, PULSE_MS);
  socket.on('pong', () => (alive = true));
  socket.on('close', () => clearInterval(pulse));
  socket.on('error', onProblem);
  socket.on('message', (data: RawData, isBinary) => {
    alive = true;
    const frame = isBinary ? undefined : parse(data);
    if (frameListener) frameListener(frame);
    else early.push(frame);
  });

  return {
    send(frame) {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (socket.bufferedAmount > MAX_WAITING_BYTES) {
        socket.close(1013, 'The page does not read its responses. Reload it.');
        return;
      }
      socket.send(JSON.stringify(frame));
    },
    onFrame(listener) {
      frameListener = listener;
      for (const frame of early.splice(0)) listener(frame);
    },
    onClose(listener) {
      socket.on('close', () => listener('The page was closed.'));
    },
    close() {
      socket.close(1000, 'Rookery closed the connection.');
    },
  };
}

/** Invalid JSON becomes undefined, which the port's schema rejects; the port then closes the connection. */
function parse(data: RawData): unknown {
  try {
    return JSON.parse(
      Buffer.isBuffer(data)
        ? data.toString('utf8')
        : Buffer.concat([data].flat().map(asBuffer)).toString('utf8'),
    );
  } catch {
    return undefined;
  }
}

const asBuffer = (part: Buffer | ArrayBuffer): Buffer => (Buffer.isBuffer(part) ? part : Buffer.from(part));
