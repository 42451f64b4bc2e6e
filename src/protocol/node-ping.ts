/** How long the connected node needs to reach every node of its cluster. The server opens a TCP connection to each. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';

const ms = z.number().nullish().catch(null);
const error = z.string().nullish().catch(null);

const answer = z.looseObject({
  Result: z
    .array(
      z.looseObject({
        Url: z.string(),
        SetupAlive: z.looseObject({ Time: ms, Error: error }).nullish().catch(null),
        TcpInfo: z
          .looseObject({ TcpInfoTime: ms, SendTime: ms, ReceiveTime: ms, Error: error })
          .nullish()
          .catch(null),
        Error: error,
      }),
    )
    .nullish(),
});

export interface NodePing {
  readonly url: string;
  /** An HTTP request; null when it failed or was not sent. */
  readonly httpMs: number | null;
  /** From the start to the answer over TCP; null when it failed. */
  readonly tcpMs: number | null;
  /** The first line of what failed. */
  readonly error: string | null;
}

export async function pingNodes(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly NodePing[]> {
  const read = await server.read(answer, 'GET', '/admin/debug/node/ping', { timeoutMs: 60_000, ...options });
  return (read.Result ?? []).map(({ Url, SetupAlive, TcpInfo, Error: own }) => {
    const failure = SetupAlive?.Error ?? TcpInfo?.Error ?? own ?? null;
    return {
      url: Url,
      httpMs: SetupAlive?.Error ? null : (SetupAlive?.Time ?? null),
      tcpMs:
        TcpInfo === null || TcpInfo === undefined || TcpInfo.Error ? null : (TcpInfo.ReceiveTime ?? null),
      error: failure === null ? null : firstLine(failure),
    };
  });
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 500);
}
