/**
 * The only place that knows of an old Node: what the oldest one that runs these bundles (16.17) lacks and they use.
 */
import type { Server } from 'node:http';

/** Ends kept connections too; `close` alone would wait for them. Node 18.2 has it as `closeAllConnections`. */
export function closeEveryConnection(server: Server, open: Iterable<{ destroy(): unknown }>): void {
  if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
    server.closeAllConnections();
  else for (const socket of open) socket.destroy();
}
