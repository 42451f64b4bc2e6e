/** Replacements for what the oldest supported Node (16.17) lacks. No other file depends on the Node version. */
import type { Server } from 'node:http';

/** Closes idle connections too; `close` alone would wait for them. Node 18.2 has `closeAllConnections`. */
export function closeEveryConnection(server: Server, open: Iterable<{ destroy(): unknown }>): void {
  if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
    server.closeAllConnections();
  else for (const socket of open) socket.destroy();
}
