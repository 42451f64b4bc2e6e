/** Sends a two-factor code, reads the session from the answer, and explains refusals. */
import { z } from 'zod';
import { PortError, type TwoFactorLimits, type TwoFactorScope } from '../../../src/contract/index.ts';
import { decide } from '../policy/decide.ts';
import { allowedOrThrow } from '../policy/judge-for.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { OpenedSession } from './two-factor-session.ts';
import type { TwoFactorTransport } from './two-factor-transport.ts';

const ROUTE = '/authentication/2fa';
/** RavenDB accepts codes of two steps (30 s each) before and after its own time. */
const ACCEPTED_DRIFT_MS = 60_000;

const limitsAnswer = z.looseObject({
  DefaultTwoFactorSessionDurationInMin: z.number().int().positive().nullish().catch(null),
  MaxTwoFactorSessionDurationInMin: z.number().int().positive().nullish().catch(null),
});
const refusal = z.looseObject({ Error: z.string().optional(), Message: z.string().optional() });

export interface SignIn {
  /** Six digits. */
  readonly code: string;
  readonly minutes: number;
  readonly scope: TwoFactorScope;
}

/** The digits of a typed code, or an error. */
export function readCode(typed: string): string {
  const digits = typed.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return digits;
  throw new PortError({
    code: 'bad-request',
    message: 'A two-factor code has six digits. Nothing was sent.',
  });
}

export async function readLimits(
  transport: TwoFactorTransport,
  base: URL,
  signal: AbortSignal,
): Promise<TwoFactorLimits> {
  const request = allowedOrThrow(
    base.origin,
    decide('read-only', base, { method: 'GET', path: `${ROUTE}/configuration` }),
  );
  const { status, body } = await transport.server.request(request, signal);
  // Servers without this route, and proxies, leave the limits unknown; the server still judges the duration.
  const parsed = status === 200 ? limitsAnswer.safeParse(readJson(body)) : undefined;
  return {
    defaultMinutes: parsed?.data?.DefaultTwoFactorSessionDurationInMin ?? null,
    maximumMinutes: parsed?.data?.MaxTwoFactorSessionDurationInMin ?? null,
  };
}

/** `wrong-code` and `failed` carry the explanation. */
export type SignInResult =
  | { readonly kind: 'opened'; readonly session: OpenedSession }
  | { readonly kind: 'wrong-code' | 'failed'; readonly error: PortError };

export async function sendCode(
  transport: TwoFactorTransport,
  base: URL,
  { code, minutes, scope }: SignIn,
  signal: AbortSignal,
): Promise<SignInResult> {
  const sentAt = Date.now();
  const hasLimits = scope === 'connection';
  const answer = await transport.server.requestWithCookies(
    signInRequest(base, {
      method: 'POST',
      path: `${ROUTE}?hasLimits=${hasLimits}&sessionDurationInMin=${minutes}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Token: Number(code) }),
    }),
    signal,
  );
  const where = base.origin;
  if (answer.status >= 200 && answer.status < 300) {
    if (!hasLimits)
      return { kind: 'opened', session: { scope, cookie: undefined, until: sentAt + minutes * 60_000 } };
    const session = sessionFrom(answer.cookies, sentAt);
    return session
      ? { kind: 'opened', session: { scope, ...session } }
      : failed(`${where} accepted the code but sent no session. A proxy in between may remove its cookies.`);
  }
  const said = serverText(answer.body);
  const words = said === undefined ? '' : ` Server message: ${said}`;
  if (answer.status === 406)
    return { kind: 'wrong-code', error: twoFactorError(wrongCodeText(where, answer.headers.date, sentAt)) };
  if (answer.status === 400 && /duration|session length/i.test(said ?? ''))
    return failed(`${where} does not allow sessions of ${minutes} minutes. Choose a shorter one.${words}`);
  if (answer.status === 400)
    return failed(
      `${where} has no two-factor key for this certificate. Test the connection, or ask its administrator.${words}`,
    );
  if (answer.status === 403)
    return failed(`${where} denies access to this certificate: it is expired or not registered.${words}`);
  if (answer.status === 429 || answer.status === 503)
    return failed(`${where} accepts no code now (${answer.status}). Wait a minute, then try again.${words}`);
  if (answer.status === 404)
    return failed(`${where} has no two-factor sign-in (404). Check for a proxy in between.${words}`);
  return failed(`${where} returned ${answer.status} for the two-factor code.${words}`);
}

export async function sendSignOut(
  transport: TwoFactorTransport,
  base: URL,
  signal: AbortSignal,
): Promise<void> {
  const request = signInRequest(base, { method: 'DELETE', path: ROUTE });
  const { status, body } = await transport.server.requestWithCookies(request, signal);
  if (status >= 200 && status < 300) return;
  const said = serverText(body);
  throw new PortError({
    code: 'two-factor',
    message: `Rookery forgot the session, but ${base.origin} did not end it (${status}). It expires automatically.`,
    detail: said,
  });
}

/** With the difference of the clocks when that explains the refusal: the code depends on the time. */
export function wrongCodeText(where: string, serverDate: string | undefined, sentAt: number): string {
  const difference = serverDate === undefined ? NaN : Date.parse(serverDate) - sentAt;
  if (Math.abs(difference) > ACCEPTED_DRIFT_MS) {
    const seconds = Math.round(Math.abs(difference) / 1000);
    const amount = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
    return `${where} refused the code. Its clock is ${amount} ${difference > 0 ? 'ahead of' : 'behind'} this computer's, and codes depend on the time: correct the clock of the server or of the device that shows the code.`;
  }
  return `${where} refused the code as wrong or expired. Enter the code that is shown now; if it is refused again, check the clock of the device that shows it and that it belongs to this certificate.`;
}

/** The first well-formed session of the answer. Values with other characters could change the header. */
export function sessionFrom(
  cookies: readonly string[],
  sentAt: number,
): Pick<OpenedSession, 'cookie' | 'until'> | undefined {
  for (const line of cookies) {
    const pair = /^(2fa-cookie=[\w-]{1,200})(?:;|$)/.exec(line)?.[1];
    const seconds = Number(/;\s*max-age=(\d{1,10})\s*(?:;|$)/i.exec(line)?.[1]);
    if (pair !== undefined && seconds > 0) return { cookie: pair, until: sentAt + seconds * 1000 };
  }
  return undefined;
}

function signInRequest(base: URL, request: Parameters<typeof decide>[2]): JudgedRequest {
  return allowedOrThrow(base.origin, decide('read-only', base, request, 'sign-in'));
}

const failed = (message: string): SignInResult => ({ kind: 'failed', error: twoFactorError(message) });

function twoFactorError(message: string): PortError {
  return new PortError({ code: 'two-factor', message });
}

function serverText(body: string): string | undefined {
  const parsed = refusal.safeParse(readJson(body));
  return parsed.success ? (parsed.data.Error ?? parsed.data.Message)?.slice(0, 500) : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
