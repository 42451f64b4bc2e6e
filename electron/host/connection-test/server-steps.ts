/** The steps that read RavenDB's responses: product, version, access. */
import { z } from 'zod';
import { PortError, type HttpResponse } from '../../../src/contract/index.ts';
import { decide } from '../policy/decide.ts';
import { allowedOrThrow } from '../policy/judge-for.ts';
import type { Transport } from '../transport/transport.ts';
import type { Address } from './address.ts';
import type { TestRequest } from './test-request.ts';

const OLDEST_MAJOR = 6;

const buildVersion = z.looseObject({ ProductVersion: z.string(), FullVersion: z.string().optional() });
const shortError = z.looseObject({ Type: z.string(), Message: z.string() });

export interface ServerVersion {
  readonly message: string;
  /** As sent by the server; undefined when it responds only to known clients. */
  readonly text: string | undefined;
  readonly answer: HttpResponse;
}

const get = (transport: Transport, url: URL, path: string, signal: AbortSignal): Promise<HttpResponse> =>
  transport.request(allowedOrThrow(url.origin, decide('read-only', url, { method: 'GET', path })), signal);

export async function askVersion(
  transport: Transport,
  { url }: Address,
  signal: AbortSignal,
): Promise<ServerVersion> {
  const answer = await get(transport, url, '/build/version', signal);
  const announced = answer.headers['raven-server-version'];
  if (answer.status === 200) {
    const parsed = buildVersion.safeParse(readJson(answer.body));
    if (parsed.success) {
      const text = parsed.data.FullVersion ?? parsed.data.ProductVersion;
      return { message: `A RavenDB server responded: ${text}.`, text, answer };
    }
  } else if (announced !== undefined || refusedByRaven(answer)) {
    return { message: 'A RavenDB server responded.', text: announced, answer };
  }
  throw notRavenDb(url.origin, answer);
}

function notRavenDb(where: string, answer: HttpResponse): PortError {
  const looksLikePage = /^\s*</.test(answer.body);
  const location = answer.headers.location;
  const what =
    location !== undefined
      ? `It redirects to ${location}`
      : looksLikePage
        ? 'It responds with a web page'
        : answer.status === 200
          ? 'Its response is not in RavenDB format'
          : `It returns ${answer.status}`;
  return new PortError({
    code: 'not-ravendb',
    message: `${where} is a web server, but not RavenDB, or a proxy is in between. ${what}. Check the address and the port.`,
    detail: answer.body.slice(0, 1000),
  });
}

export function judgeVersion({ text }: ServerVersion): { message: string } {
  if (text === undefined) return { message: 'The server reports its version only to known clients.' };
  const major = Number.parseInt(text, 10);
  if (Number.isNaN(major))
    return { message: `The server reports the version "${text}", which is assumed to be supported.` };
  if (major < OLDEST_MAJOR)
    throw new PortError({
      code: 'too-old',
      message: `The server is RavenDB ${text}. Rookery supports version ${OLDEST_MAJOR}.0 and newer: upgrade the server, or use RavenDB Studio.`,
    });
  return { message: `Version ${text} is supported.` };
}

export async function askAccess(
  transport: Transport,
  { url }: Address,
  version: ServerVersion,
  asked: TestRequest,
  signal: AbortSignal,
): Promise<{ message: string }> {
  const answer =
    version.answer.status === 200 ? await get(transport, url, '/cluster/topology', signal) : version.answer;
  if (answer.status === 200)
    return {
      message: asked.certificate ? 'The certificate has access.' : 'The server allows anonymous access.',
    };
  const said = shortError.safeParse(readJson(answer.body));
  const words = said.success ? ` Server message: ${said.data.Message}` : '';
  if (answer.status === 428 && asked.certificate)
    return {
      message: `The certificate is known. The server requires a two-factor code, which Rookery requests when the connection is opened.`,
    };
  if (answer.status === 403)
    throw new PortError({
      code: 'certificate',
      message: asked.certificate
        ? `The server denies access to this certificate.${words}`
        : `The server requires a client certificate.${words}`,
    });
  throw new PortError({
    code: 'not-ravendb',
    message: `The server returned ${answer.status} for the cluster topology.${words}`,
    detail: answer.body.slice(0, 1000),
  });
}

function refusedByRaven(answer: HttpResponse): boolean {
  const said = shortError.safeParse(readJson(answer.body));
  return said.success && ['InvalidAuth', 'Error'].includes(said.data.Type);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
