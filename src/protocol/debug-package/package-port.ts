/** Puts open debug packages in front of a port: their connections are answered here and never reach the host. */
import {
  PortError,
  type CallName,
  type CallRequest,
  type CallResponse,
  type HttpRequest,
  type Port,
  type StreamItem,
  type StreamName,
  type StreamParams,
} from '../../contract/index.ts';
import { answerFromPackage } from './package-answers.ts';
import { feedFrames } from './package-feeds.ts';
import type { PackageNode } from './package-archive.ts';
import { isPackageId, type OpenPackages } from './open-packages.ts';

export function packagePort(port: Port, packages: OpenPackages): Port {
  const nodeOf = (id: string): PackageNode => {
    const open = packages.get(id);
    if (open) return open.node;
    throw new PortError({
      code: 'unknown-connection',
      message: 'This debug package is no longer open. Open its file again: its tabs then show it.',
    });
  };

  async function call<N extends CallName>(
    name: N,
    request: CallRequest<N>,
    id: string,
  ): Promise<CallResponse<N>> {
    if (name === 'connections.remove') {
      packages.close(id);
      return {} as CallResponse<N>;
    }
    const node = nodeOf(id);
    if (name === 'http.request')
      // The names of calls and their requests belong together, which the compiler does not follow here.
      return (await answerFromPackage(node, request as HttpRequest)) as CallResponse<N>;
    throw new PortError({
      code: 'unsupported',
      message: 'A debug package has no server behind it, so this is not possible.',
    });
  }

  return {
    closed: port.closed,
    close: () => port.close(),
    async call(name, request, options) {
      const id = packageIdOf(request);
      if (id !== null) return call(name, request, id);
      const response = await port.call(name, request, options);
      if (name !== 'connections.list' || !('connections' in response)) return response;
      return { ...response, connections: [...response.connections, ...packages.views] };
    },
    open<N extends StreamName>(name: N, params: StreamParams<N>, options?: { signal?: AbortSignal }) {
      const id = packageIdOf(params);
      if (id === null || name !== 'socket' || !('path' in params)) return port.open(name, params, options);
      // As above: of a socket.
      return socket(nodeOf, id, params.path, options?.signal) as AsyncIterableIterator<StreamItem<N>>;
    },
  };
}

/** The frames of the package, then nothing until the reader leaves. */
async function* socket(
  nodeOf: (id: string) => PackageNode,
  id: string,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamItem<'socket'>> {
  const frames = await feedFrames(nodeOf(id), path);
  yield { kind: 'open', socket: `${id}${path}` };
  for (const text of frames) yield { kind: 'text', text };
  await new Promise<void>((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

function packageIdOf(request: object): string | null {
  const { connection, id } = request as { connection?: unknown; id?: unknown };
  for (const each of [connection, id]) if (typeof each === 'string' && isPackageId(each)) return each;
  return null;
}
