/** One check of a server: `GET /build/version` over a connection of its own, which is closed afterwards. */
import { performance } from 'node:perf_hooks';
import { PortError, toPortError, type ServerConnection } from '../../../src/contract/index.ts';
import { readAddress } from '../connection-test/address.ts';
import { askVersion } from '../connection-test/server-steps.ts';
import { bothSignals } from '../export/both-signals.ts';
import type { CertificateSecrets } from '../passwords/certificate-secrets.ts';
import { openRoute } from '../routes/open-route.ts';
import { readCertificate, type ClientSecrets } from '../transport/client-credentials.ts';
import { HttpsTransport } from '../transport/https-transport.ts';

const CONNECT_MS = 5_000;
const SILENCE_MS = 5_000;
/** Also for a server that sends byte after byte. */
const WHOLE_CHECK_MS = 8_000;
const MAX_BYTES = 64 * 1024;
const CODE_REQUIRED = 428;

export type CheckResult =
  | {
      readonly state: 'reachable';
      readonly access: 'granted' | 'code-needed' | 'refused';
      readonly version?: string;
      readonly ms: number;
    }
  | { readonly state: 'unreachable'; readonly message: string; readonly ms: number }
  | {
      readonly state: 'not-checked';
      readonly reason: 'password' | 'program' | 'ssh' | 'certificate';
    };

export interface CheckParts {
  readonly secrets: Pick<CertificateSecrets, 'known' | 'ofRoute'>;
  /** For tests. */
  readonly wholeCheckMs?: number;
}

/** Fails only when the signal is aborted, with its reason. */
export async function checkConnection(
  connection: ServerConnection,
  { secrets, wholeCheckMs = WHOLE_CHECK_MS }: CheckParts,
  signal: AbortSignal,
): Promise<CheckResult> {
  const ready = await whatItNeeds(connection, secrets);
  if ('state' in ready) return ready;
  const started = performance.now();
  const elapsed = (): number => Math.round(performance.now() - started);
  const late = AbortSignal.timeout(wholeCheckMs);
  const either = bothSignals(signal, late);
  try {
    const found = await look(connection, secrets, ready, either.signal);
    return { ...found, ms: elapsed() };
  } catch (thrown) {
    signal.throwIfAborted();
    const message = late.aborted
      ? `${new URL(connection.url).origin} did not complete its answer within ${wholeCheckMs / 1000} seconds.`
      : toPortError(thrown).message;
    return { state: 'unreachable', message, ms: elapsed() };
  } finally {
    either.leave();
  }
}

type NotChecked = Extract<CheckResult, { state: 'not-checked' }>;

/** The secrets of the certificate, or why the server is not checked. */
async function whatItNeeds(
  { id, url, certificate, route }: ServerConnection,
  secrets: CheckParts['secrets'],
): Promise<ClientSecrets | NotChecked> {
  if (route?.kind === 'ssh') return { state: 'not-checked', reason: 'ssh' };
  if (certificate === undefined || !url.startsWith('https:')) return {};
  try {
    const known = await secrets.known(id, certificate);
    if (known === undefined) return { state: 'not-checked', reason: 'program' };
    await readCertificate(certificate, known);
    return known;
  } catch (thrown) {
    const isLocked = thrown instanceof PortError && thrown.code === 'password-needed';
    return { state: 'not-checked', reason: isLocked ? 'password' : 'certificate' };
  }
}

async function look(
  connection: ServerConnection,
  secrets: CheckParts['secrets'],
  own: ClientSecrets,
  signal: AbortSignal,
) {
  const { id, certificate, authorityPath, pinnedCertificate, route } = connection;
  const address = readAddress(connection.url);
  const opened = openRoute(route, address.url, async () =>
    route === undefined ? undefined : secrets.ofRoute(id, route),
  );
  const transport = new HttpsTransport({
    url: connection.url,
    certificate: address.secure ? certificate : undefined,
    authorityPath,
    pinnedCertificate,
    route: opened,
    secrets: () => own,
    connectMs: CONNECT_MS,
    silenceMs: SILENCE_MS,
    maxBytes: MAX_BYTES,
  });
  try {
    const { text, answer } = await askVersion(transport, address, signal);
    const access =
      answer.status === 200
        ? ('granted' as const)
        : answer.status === CODE_REQUIRED
          ? ('code-needed' as const)
          : ('refused' as const);
    return { state: 'reachable' as const, access, ...(text === undefined ? {} : { version: text }) };
  } finally {
    await transport.close();
  }
}
