/** One of the two databases of a copy. Every request passes the policy. */
import { PortError, type Connection, type HttpResponse } from '../../../src/contract/index.ts';
import { readFailure } from '../dumps/server-failure.ts';
import { allowedOrThrow, judgeFor } from '../policy/judge-for.ts';
import type { RequestToJudge } from '../policy/decide.ts';
import type { Channel } from '../policy/effect-of.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { StreamedResponse, Transport } from '../transport/transport.ts';

export interface CopySideParts {
  readonly connection: Connection;
  readonly database: string;
  readonly transport: Transport;
  /** The user confirmed the copy outside of the page: requests that the mode lets the user override are sent. */
  readonly confirmed: boolean;
  /** The connection as it is stored now; throws when it was removed. */
  readonly current: () => Connection;
}

export class CopySide {
  readonly connection: Connection;
  readonly database: string;
  private readonly parts: CopySideParts;

  constructor(parts: CopySideParts) {
    this.connection = parts.connection;
    this.database = parts.database;
    this.parts = parts;
  }

  /** Throws when the connection's mode forbids the request. */
  check(request: RequestToJudge, channel: Channel = 'request'): JudgedRequest {
    const { connection, confirmed } = this.parts;
    const decision = judgeFor(connection, request, channel);
    return !decision.allowed && decision.overridable && confirmed
      ? decision.request
      : allowedOrThrow(connection.name, decision);
  }

  send(request: RequestToJudge, signal: AbortSignal): Promise<HttpResponse> {
    this.mustBeUnchanged();
    return this.parts.transport.request(this.check(request), signal);
  }

  /** The text of the answer; throws the server's refusal. `doing` starts the sentence: `Reading the indexes`. */
  async read(request: RequestToJudge, doing: string, signal: AbortSignal): Promise<string> {
    const { status, body } = await this.send(request, signal);
    if (status >= 400) throw this.refusal(doing, status, body);
    return body;
  }

  stream(request: RequestToJudge, signal: AbortSignal): Promise<StreamedResponse> {
    this.mustBeUnchanged();
    return this.parts.transport.stream(this.check(request, 'export'), signal);
  }

  refusal(doing: string, status: number, body: string): PortError {
    const { message, detail } = readFailure(status, body);
    const { connection, database } = this.parts;
    return new PortError({
      code: 'bad-request',
      message: `${doing} failed on ${database} (${connection.name}): ${message.replace(/\.$/, '')}.`,
      detail,
    });
  }

  /** A confirmation and a mode apply to the connection as it was at the start. */
  private mustBeUnchanged(): void {
    const { connection, current } = this.parts;
    const now = current();
    const address = (each: Connection): string => (each.kind === 'server' ? each.url : '');
    if (now.mode === connection.mode && address(now) === address(connection)) return;
    throw new PortError({
      code: 'policy-refused',
      message: `The connection ${connection.name} was changed during the copy, so it stopped. Resume it to continue with the new access.`,
    });
  }
}
