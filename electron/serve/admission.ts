/**
 * Who may use this server: loopback names only, pages of our own origin only, and only with what the one-time token gave. That
 * is a cookie for the files, and for the socket also a key that the page keeps in `sessionStorage`: cookies reach every port of
 * a host, the key does not leave its origin.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { offeredKey } from '../../src/contract/index.ts';
import { sameSecret } from '../host/same-secret.ts';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly sentence: string };

const admitted: Verdict = { ok: true };
const refuse = (sentence: string): Verdict => ({ ok: false, sentence });

/** How long an address can be opened. */
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

  /** Cookies know no ports: the port in the name keeps two programs on one computer apart. */
  setPort(port: number): void {
    this.cookieName = `rookery-${port}`;
  }

  /** The path of a new one-time address. The one before it no longer works. */
  newEntrance(): string {
    this.token = { value: secret(), until: this.now() + TOKEN_LIFETIME_MS };
    return `/enter/${this.token.value}`;
  }

  /** Uses up the token: what to set and to deliver; undefined when it is wrong, used or too old. */
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

  /** For every request, the entrance included: is it meant for this server, and from one of its own pages? */
  checkOrigin({ headers }: IncomingMessage): Verdict {
    const { host, origin } = headers;
    if (host === undefined || !isLoopback(host))
      return refuse(
        'Rookery answers only to 127.0.0.1 and localhost. Over a network, use an SSH tunnel to this address.',
      );
    if (origin !== undefined && origin !== `http://${host}`)
      return refuse('Another site asked for this page. Rookery answers only to its own pages.');
    return admitted;
  }

  /** A socket can do whatever a person can do, so it needs a page of our own origin, the cookie and the key. */
  checkSocket(request: IncomingMessage): Verdict {
    if (request.headers.origin === undefined)
      return refuse('The live connection is only for the pages of Rookery itself.');
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

  /** For an address that was used, is too old, or was never given. */
  get refusedEntrance(): string {
    return `This address has been used, is older than ${TOKEN_LIFETIME_MS / 1000} s, or was not printed by Rookery. ${NEW_ADDRESS}`;
  }
}

const secret = (): string => randomBytes(32).toString('base64url');

function isLoopback(host: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);
}
