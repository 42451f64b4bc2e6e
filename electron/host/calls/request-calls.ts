/** Calls that reach a server: every request and socket passes the policy here, and nowhere else. */
import { randomUUID } from 'node:crypto';
import {
  PortError,
  toPortError,
  type Connection,
  type HttpRequest,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import type { ReadFailover } from '../failover/read-failover.ts';
import type { Log } from '../log/log-file.ts';
import { allowedOrThrow, judgeFor, mustBeAllowed } from '../policy/judge-for.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import type { TransportSocket } from '../transport/transport.ts';
import { overrideText } from './guarded-override.ts';
import { endStoppedQuery, queryOf } from './stopped-query.ts';

interface RequestParts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly failover: ReadFailover;
  readonly log: Log;
}

interface RequestHandlers {
  calls: Pick<PortHandlers['calls'], 'http.request' | 'socket.send'>;
  streams: Pick<PortHandlers['streams'], 'socket'>;
}

export function requestCalls(
  { store, transports, failover, log }: RequestParts,
  confirmations: WindowConfirmations,
): RequestHandlers {
  const sockets = new Map<string, TransportSocket>();

  /** Without the query, which can contain document ids and values. */
  const logged = (connection: string, method: string, path: string) => ({
    connection,
    method,
    path: path.split('?', 1)[0],
  });

  /** The request to send: an allowed one, or a dangerous one that the user confirmed exactly as held here. */
  async function confirmed(
    connection: Connection,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<JudgedRequest> {
    const decision = judgeFor(connection, request, 'request');
    if (decision.allowed || !decision.overridable || request.confirm !== true)
      return allowedOrThrow(connection.name, decision);
    await confirmations.ask(overrideText(connection, decision.request), signal);
    store.mustBeUnchanged(connection);
    return decision.request;
  }

  return {
    calls: {
      'http.request': async (request, signal) => {
        const connection = store.get(request.connection);
        const judged = await confirmed(connection, request, signal);
        const about = logged(connection.id, judged.method, judged.path);
        const transport = transports.to(connection);
        const sentAt = performance.now();
        try {
          const response = await failover.request(connection, request, judged, signal);
          log.write(response.status >= 500 ? 'warn' : 'debug', 'request', {
            ...about,
            status: response.status,
            ...(response.node === undefined ? {} : { node: response.node }),
            ms: Math.round(response.ms),
          });
          return response;
        } catch (thrown) {
          const error = toPortError(thrown);
          if (error.code !== 'cancelled') {
            log.write('warn', 'request-failed', { ...about, ...error.toBody() });
            throw error;
          }
          const query = connection.kind === 'server' ? queryOf(request) : undefined;
          const message =
            query === undefined ? error.message : await endStoppedQuery(connection, transport, query, sentAt);
          log.write('debug', 'request-cancelled', { ...about, message });
          throw new PortError({ code: 'cancelled', message });
        }
      },
      'socket.send': async ({ socket, text }) => {
        const open = sockets.get(socket);
        if (!open)
          throw new PortError({
            code: 'closed',
            message: 'The live feed is closed. Reopen it to send.',
            retryable: true,
          });
        await open.send(text);
        return {};
      },
    },
    streams: {
      socket: async function* ({ connection: id, path }, signal) {
        const connection = store.get(id);
        const judged = mustBeAllowed(connection, { method: 'GET', path }, 'socket');
        const about = logged(id, 'SOCKET', judged.path);
        const socket = await transports.to(connection).openSocket(judged, signal);
        const name = randomUUID();
        sockets.set(name, socket);
        try {
          log.write('debug', 'socket-open', about);
          yield { kind: 'open' as const, socket: name };
          for await (const item of socket.items) yield item;
        } catch (thrown) {
          log.write('warn', 'socket-failed', { ...about, ...toPortError(thrown).toBody() });
          throw thrown;
        } finally {
          sockets.delete(name);
          socket.close();
        }
      },
    },
  };
}
