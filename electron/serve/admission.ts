/** Who is let in: loopback names only, our own pages only, and only with the cookie that the one-time token gave. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly sentence: string };

const letIn: Verdict = { ok: true };
const refuse = (sentence: string): Verdict => ({ ok: false, sentence });

export class Admission {
  private token: string | undefined = secret();
  private readonly session = secret();
  private cookieName = 'rookery';

  /** Cookies know no ports: the port in the name keeps two programs on one computer apart. */
  setPort(port: number): void {
    this.cookieName = `rookery-${port}`;
  }

  /** The path of the one-time address. */
  get entrance(): string {
    if (this.token === undefined) throw new Error('the token has been used');
    return `/enter/${this.token}`;
  }

  /** Uses up the token. The cookie to set, or undefined when the token is not the one, or not any more. */
  exchange(token: string): string | undefined {
    if (this.token === undefined || !same(token, this.token)) return undefined;
    this.token = undefined;
    return `${this.cookieName}=${this.session}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** For every request, the entrance included: is it meant for us, and does it come from us? */
  checkOrigin({ headers }: IncomingMessage): Verdict {
    const { host, origin } = headers;
    if (host === undefined || !isLoopback(host))
      return refuse(
        'Rookery answers only to 127.0.0.1 and localhost. Over a network, use an SSH tunnel to this address.',
      );
    if (origin !== undefined && origin !== `http://${host}`)
      return refuse('Another site asked for this page. Rookery answers only to its own pages.');
    return letIn;
  }

  /** A socket carries everything a person can do, so it must come from a page, and the page must be ours. */
  checkSocket(request: IncomingMessage): Verdict {
    if (request.headers.origin === undefined)
      return refuse('The live connection is only for the pages of Rookery itself.');
    return this.checkSession(request);
  }

  checkSession(request: IncomingMessage): Verdict {
    const origin = this.checkOrigin(request);
    if (!origin.ok) return origin;
    return this.hasSession(request)
      ? letIn
      : refuse(
          'This address works only with the token that Rookery printed when it was started. Open that address, or start Rookery again for a new one.',
        );
  }

  hasSession({ headers }: IncomingMessage): boolean {
    return (headers.cookie ?? '').split(';').some((each) => {
      const [name = '', value = ''] = each.trim().split('=', 2);
      return name === this.cookieName && same(value, this.session);
    });
  }
}

const secret = (): string => randomBytes(32).toString('base64url');

function same(left: string, right: string): boolean {
  // Hashing makes the lengths equal, which the comparison in constant time asks for.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function isLoopback(host: string): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host);
}
