/** Reserves the number of an operation, so that its state can be read and it can be stopped. */
import { z } from 'zod';
import { PortError, type Connection } from '../../../src/contract/index.ts';
import type { Channel } from '../policy/effect-of.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { Transport } from '../transport/transport.ts';
import { nextOperation } from './dump-requests.ts';
import { readFailure } from './server-failure.ts';

const answer = z.looseObject({ Id: z.number().int().nonnegative() });

export async function reserveOperation(
  connection: Connection,
  transport: Transport,
  database: string,
  channel: Channel,
  signal: AbortSignal,
): Promise<number> {
  const judged = mustBeAllowed(connection, nextOperation(database), channel);
  const { status, body } = await transport.request(judged, signal);
  if (status >= 400) {
    const { message, detail } = readFailure(status, body);
    throw new PortError({
      code: 'bad-request',
      message: `No operation could be started on ${database}: ${message.replace(/\.$/, '')}.`,
      detail,
    });
  }
  try {
    return answer.parse(JSON.parse(body)).Id;
  } catch (cause) {
    throw new PortError({
      code: 'not-ravendb',
      message: 'The server did not answer with the number of an operation. Check for a proxy in between.',
      detail: String(cause),
    });
  }
}
