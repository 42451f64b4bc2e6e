/**
 * Access control of this server: only loopback names, only pages of our own origin, and only with the secrets
 * delivered for the one-time token: a cookie for the files, and for the socket also a key in `sessionStorage`.
 * Cookies are sent to every port of a host; the key does not leave its origin.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { offeredKey } from '../../src/contract/index.ts';
import { sameSecret } from '../host/same-secret.ts';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly sentence: string };

const admitted: Verdict = { ok: true };
const refuse = (sentence: string): Verdict => ({ ok: false, sentence });

/** How long an address is valid. */
export const TOKEN_LIFETIME_MS = 60_000;

const NEW_ADDRESS = 'Press Enter in the terminal where Rookery runs for a new address, or start it again.';

export class Admission {
  private token: { readonly value: string; readonly until: number } | undefined;
  private readonly session = secret();
  private readonly key = secret();
  private readonly now: () => number;
  private cookieName = 'rookery';

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Cookies ignore ports: the port in the name separates two programs on one computer. */
  setPort(port: number): void {
    this.cookieName = `rookery-${port}`;
  }

  /** The path of a new one-time address. The previous one becomes invalid. */
  newEntrance(): string {
    this.token = { value: secret(), until: this.now() + TOKEN_LIFETIME_MS };
    return `/enter/${this.token.value}`;
  }

  /** Consumes the token and returns what to deliver; undefined when it is wrong, used or expired. */
  exchange(token: string): { readonly cookie: string; readonly key: string } | undefined {
    const { token: valid } = this;
    if (valid === undefined || !sameSecret(token, valid.value)) return undefined;
    this.token = undefined;
    if (this.now() > valid.until) return undefined;
    return {
      cookie: `${this.cookieName}=${this.session}; HttpOnly; SameSite=Strict; Path=/`,
      key: this.key,
    };
  }

  /** For every request, including the entrance: whether it is for this server, and from one of its own pages. */
  checkOrigin({ headers }: IncomingMessage): Verdict {
    const { host, origin } = headers;
    if (host === undefined || !isLoopback(host))
      return refuse(
        'Rookery answers only to 127.0.0.1 and localhost. Over a network, use an SSH tunnel to this address.',
      );
    if (origin !== undefined && origin !== `http://${host}`)
      return refuse('Another site requested this page. Rookery serves only its own pages.');
    return admitted;
  }

  /** A socket has full access, so it needs a page of our own origin, the cookie and the key. */
  checkSocket(request: IncomingMessage): Verdict {
    if (request.headers.origin === undefined)
      return refuse('Only pages of Rookery can open this connection.');
    const session = this.checkSession(request);
    if (!session.ok) return session;
    const key = offeredKey(request.headers['sec-websocket-protocol']);
    return key !== undefined && sameSecret(key, this.key)
      ? admitted
      : refuse(`This page was not opened with an address that Rookery printed. ${NEW_ADDRESS}`);
  }

  checkSession(request: IncomingMessage): Verdict {
    const origin = this.checkOrigin(request);
    if (!origin.ok) return origin;
    return this.hasSession(request)
      ? admitted
      : refuse(`This address works only with the token that Rookery printed. ${NEW_ADDRESS}`);
  }

  hasSession({ headers }: IncomingMessage): boolean {
    return (headers.cookie ?? '').split(';').some((each) => {
      const [name = '', value = ''] = each.trim().split('=', 2);
      return name === this.cookieName && sameSecret(value, this.session);
    });
  }

  /** For an address that was used, expired, or never issued. */
  get refusedEntrance(): string {
    return `This address has been used, is older than ${TOKEN_LIFETIME_MS / 1000} s, or was not printed by Rookery. ${NEW_ADDRESS}`;
  }
}

const secret = (): string => randomBytes(32).toString('base64url');

function isLoopback(host: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);
}
