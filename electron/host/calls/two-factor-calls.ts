/** Sign-in with a two-factor code. The page sends the code that the user typed; the session stays in the host. */
import {
  certificateKey,
  PortError,
  type OtherNode,
  type PortHandlers,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { printable } from '../confirmation/confirmation-text.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import { RefusalPause } from '../confirmation/refusal-pause.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import { readCode, readLimits, sendCode, sendSignOut } from '../two-factor/sign-in.ts';
import type { TwoFactorTransport } from '../two-factor/two-factor-transport.ts';

/** By origin and for the lifetime of the host: adding a connection again does not reset it. */
export class CodePauses {
  private readonly pauses = new Map<string, RefusalPause>();

  of(origin: string): RefusalPause {
    const found = this.pauses.get(origin) ?? new RefusalPause();
    this.pauses.set(origin, found);
    return found;
  }
}

interface TwoFactorParts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly pauses: CodePauses;
  readonly log: Log;
}

interface TwoFactorHandlers {
  calls: Pick<
    PortHandlers['calls'],
    'twoFactor.limits' | 'twoFactor.signIn' | 'twoFactor.signOut' | 'twoFactor.decline'
  >;
}

interface Found {
  readonly connection: ServerConnection;
  /** Undefined: the server of the connection. */
  readonly node: OtherNode | undefined;
  readonly transport: TwoFactorTransport;
  readonly base: URL;
}

function nodeOf({ name, nodes = [] }: ServerConnection, tag: string): OtherNode {
  const found = nodes.find((each) => each.tag === tag);
  if (found !== undefined) return found;
  throw new PortError({ code: 'bad-request', message: `${name} has no other node with the tag ${tag}.` });
}

export function twoFactorCalls(
  { store, transports, pauses, log }: TwoFactorParts,
  confirmations: WindowConfirmations,
): TwoFactorHandlers {
  function find(id: string, tag: string | undefined): Found {
    const connection = store.get(id);
    const node = tag === undefined || connection.kind !== 'server' ? undefined : nodeOf(connection, tag);
    const transport = connection.kind === 'server' ? transports.twoFactorOf(connection, node) : undefined;
    if (connection.kind !== 'server' || transport === undefined)
      throw new PortError({
        code: 'bad-request',
        message: `${connection.name} uses no client certificate over https, so it has no two-factor codes.`,
      });
    return { connection, node, transport, base: new URL(node?.url ?? connection.url) };
  }

  /** A session belongs to the certificate that signed in, and to the node. */
  function mustPresentSame({ connection: before, node }: Found): void {
    const now = store.get(before.id);
    const isSame =
      now.kind === 'server' && certificateKey(now.certificate) === certificateKey(before.certificate);
    if (isSame && (node === undefined || nodeOf(now, node.tag).url === node.url)) return;
    throw new PortError({
      code: 'two-factor',
      message: `The client certificate of ${before.name} was changed during the sign-in. Sign in again if the server requests a code.`,
    });
  }

  return {
    calls: {
      'twoFactor.limits': async ({ id, node }, signal) => {
        const { transport, base } = find(id, node);
        return readLimits(transport, base, signal);
      },
      'twoFactor.signIn': async ({ id, node, code: typed, minutes, scope }, signal) => {
        const found = find(id, node);
        const { connection, transport, base } = found;
        const code = readCode(typed);
        const pause = pauses.of(base.origin);
        if (pause.leftMs > 0)
          throw new PortError({
            code: 'two-factor',
            message: `Several wrong codes were entered for ${base.origin}. To prevent guessing, Rookery sends the next one in ${Math.ceil(pause.leftMs / 1000)} s.`,
          });
        if (scope === 'certificate') {
          await confirmations.ask(
            {
              summary: `Let every client with this certificate use ${printable(base.origin)} for ${minutes} minutes`,
              details: [
                `Connection: "${printable(connection.name, 60)}"`,
                'Programs on other computers that present the same certificate need no code in this time.',
              ],
              allow: 'Sign in',
            },
            signal,
          );
          store.mustBeUnchanged(connection);
        }
        const result = await sendCode(transport, base, { code, minutes, scope }, signal);
        // Nothing of the code or of the session is logged.
        log.write('info', 'two-factor-sign-in', { connection: id, scope, minutes, result: result.kind });
        if (result.kind === 'opened') {
          pause.confirmed();
          mustPresentSame(found);
          await transport.server.renewConnections();
          transport.session.signedIn(result.session);
          return { until: result.session.until };
        }
        if (result.kind === 'wrong-code') pause.refused('declined');
        throw result.error;
      },
      'twoFactor.signOut': async ({ id, node }, signal) => {
        const { transport, base } = find(id, node);
        try {
          await sendSignOut(transport, base, signal);
        } finally {
          transport.session.signedOut();
          await transport.server.renewConnections();
          log.write('info', 'two-factor-sign-out', { connection: id });
        }
        return {};
      },
      'twoFactor.decline': ({ id, node }) =>
        Promise.resolve().then(() => {
          find(id, node).transport.session.decline();
          return {};
        }),
    },
  };
}
