import type { HttpResponse, Port } from '../../contract/index.ts';
import { PortError } from '../../contract/index.ts';

export interface AnswerTraffic {
  readonly ms: number;
  readonly cache: HttpResponse['cache'] | undefined;
  /** The tag of another node that answered. */
  readonly node: string | undefined;
}

export interface PortWatcher {
  /** Called after each answer with its connection, its duration in the host and whether the host had it. */
  onAnswer(connection: string, traffic: AnswerTraffic): void;
  /** A request was sent; the function is called when it has an answer or failed. */
  onRequest(connection: string, what: string): () => void;
  /** Called when a request failed because the certificate password is unknown. */
  onPasswordNeeded(connection: string): void;
  /** A live socket opened (+1) or ended (−1). */
  onSocket(connection: string, change: 1 | -1): void;
}

/** Wraps a port for the shell: observes calls and streams without changing them. */
export function watchPort(port: Port, watcher: PortWatcher): Port {
  const notice = (thrown: unknown, connection: string): void => {
    if (thrown instanceof PortError && thrown.code === 'password-needed')
      watcher.onPasswordNeeded(connection);
  };
  return {
    closed: port.closed,
    close: () => port.close(),
    async call(name, request, options) {
      const connection = connectionOf(request);
      const ended = connection === null ? undefined : watcher.onRequest(connection, describe(request));
      try {
        const answer = await port.call(name, request, options);
        if (connection !== null && 'ms' in answer)
          watcher.onAnswer(connection, { ms: answer.ms, cache: answer.cache, node: answer.node });
        return answer;
      } catch (thrown) {
        if (connection !== null) notice(thrown, connection);
        throw thrown;
      } finally {
        ended?.();
      }
    },
    async *open(name, params, options) {
      const connection = connectionOf(params);
      let counted = false;
      try {
        for await (const item of port.open(name, params, options)) {
          if (connection !== null && !counted) {
            counted = true;
            watcher.onSocket(connection, 1);
          }
          yield item;
        }
      } catch (thrown) {
        if (connection !== null) notice(thrown, connection);
        throw thrown;
      } finally {
        if (connection !== null && counted) watcher.onSocket(connection, -1);
      }
    },
  };
}

function connectionOf(request: object): string | null {
  return 'connection' in request && typeof request.connection === 'string' ? request.connection : null;
}

/** `GET /databases/shop/stats`, without the query, which can be long. */
function describe(request: object): string {
  const { method, path }: { method?: unknown; path?: unknown } = request;
  return `${String(method)} ${String(path).split('?', 1).join('')}`;
}
