import { PortError, type Channel } from '../../contract/index.ts';

/** Opens a channel to the server of this page; every frame is one JSON text. */
export function openWebSocketChannel(address: string, protocols: readonly string[]): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, [...protocols]);
    const early: unknown[] = [];
    let frameListener: ((frame: unknown) => void) | undefined;
    let closeListener: ((reason: string) => void) | undefined;
    let closedReason: string | undefined;

    const channel: Channel = {
      send(frame) {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
      },
      onFrame(listener) {
        frameListener = listener;
        for (const frame of early.splice(0)) listener(frame);
      },
      onClose(listener) {
        closeListener = listener;
        if (closedReason !== undefined) listener(closedReason);
      },
      close() {
        closeListener = undefined;
        socket.close();
      },
    };

    socket.addEventListener('open', () => resolve(channel));
    socket.addEventListener('message', (event: MessageEvent<unknown>) => {
      let frame: unknown;
      try {
        frame = JSON.parse(String(event.data));
      } catch {
        // Not JSON: passed on unchanged, so that the port's schema rejects it with an error.
        frame = event.data;
      }
      if (frameListener) frameListener(frame);
      else early.push(frame);
    });
    socket.addEventListener('close', (event) => {
      closedReason =
        event.reason === ''
          ? 'The connection to Rookery was lost. Check that it is still running.'
          : event.reason;
      // Rejecting a settled promise has no effect; before it settles, this is the only way to report the failure.
      reject(
        new PortError({
          code: 'closed',
          message:
            'Rookery does not respond: it stopped, or was started again since this page was opened. Open the URL that it prints in its terminal.',
          retryable: true,
        }),
      );
      closeListener?.(closedReason);
    });
  });
}
