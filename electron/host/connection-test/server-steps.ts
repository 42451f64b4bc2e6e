/** The steps that read RavenDB's answers: is it one, is it new enough, are we let in. */
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
  /** As the server gives it; undefined when it answers only to those it knows. */
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
      return { message: `A RavenDB server answered: ${text}.`, text, answer };
    }
  } else if (announced !== undefined || refusedByRaven(answer)) {
    return { message: 'A RavenDB server answered.', text: announced, answer };
  }
  throw notRavenDb(url.origin, answer);
}

function notRavenDb(where: string, answer: HttpResponse): PortError {
  const looksLikePage = /^\s*</.test(answer.body);
  const location = answer.headers.location;
  const what =
    location !== undefined
      ? `It sends visitors on to ${location}`
      : looksLikePage
        ? 'It answers with a web page'
        : answer.status === 200
          ? 'Its answer has not the members a RavenDB server sends'
          : `It answers ${answer.status}`;
  return new PortError({
    code: 'not-ravendb',
    message: `${where} is a web server, but not RavenDB, or a proxy stands before it. ${what}. Check the address and the port.`,
    detail: answer.body.slice(0, 1000),
  });
}

export function judgeVersion({ text }: ServerVersion): { message: string } {
  if (text === undefined) return { message: 'The version is told only to those the server knows.' };
  const major = Number.parseInt(text, 10);
  if (Number.isNaN(major))
    return { message: `The server calls its version "${text}"; it is taken as new enough.` };
  if (major < OLDEST_MAJOR)
    throw new PortError({
      code: 'too-old',
      message: `The server is RavenDB ${text}. Rookery speaks to version ${OLDEST_MAJOR}.0 and newer: upgrade the server, or use its own studio.`,
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
    return { message: asked.certificate ? 'The certificate is let in.' : 'The server lets anyone in.' };
  const said = shortError.safeParse(readJson(answer.body));
  const words = said.success ? ` It says: ${said.data.Message}` : '';
  if (answer.status === 428)
    throw new PortError({
      code: 'two-factor',
      message: `The certificate is known; the server asks for its two-factor code.${words}`,
    });
  if (answer.status === 403)
    throw new PortError({
      code: 'certificate',
      message: asked.certificate
        ? `The server does not let this certificate in.${words}`
        : `The server wants a client certificate.${words}`,
    });
  throw new PortError({
    code: 'not-ravendb',
    message: `The server answered ${answer.status} when asked for its cluster.${words}`,
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
