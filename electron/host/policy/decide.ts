/**
 * Decides whether a connection's mode allows a request, independent of the page. Pure; README.md has the reasons.
 */
import type { ConnectionMode, HttpMethod } from '../../../src/contract/index.ts';
import { minimalDatabaseRecord } from './database-record.ts';
import { effectOf, type Channel } from './effect-of.ts';
import type { JudgedRequest } from './judged-request.ts';
import { localBackup, localFolder } from './local-backup.ts';
import { readBundle, writeBundle, type InnerRequest } from './multi-get.ts';
import { forwardedHeaders, unsendableHeader } from './request-headers.ts';
import { parameterValues, readTarget, withParameter, type RequestTarget } from './request-target.ts';
import { danger, type RouteEffect } from './route-effect.ts';

export interface RequestToJudge {
  readonly method: HttpMethod;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly bodyEncoding?: 'base64' | undefined;
  readonly answerEncoding?: 'base64' | undefined;
  readonly timeoutMs?: number | undefined;
}

export type Decision =
  | { readonly allowed: true; readonly request: JudgedRequest }
  | {
      readonly allowed: false;
      readonly code: 'policy-refused';
      readonly reason: string;
      /** A confirmation outside the page may send `request`, and nothing else. */
      readonly overridable: true;
      readonly request: JudgedRequest;
    }
  | {
      readonly allowed: false;
      readonly code: 'policy-refused' | 'bad-request';
      readonly reason: string;
      readonly overridable: false;
    };

interface Judged {
  readonly target: RequestTarget;
  readonly effect: RouteEffect;
  /** What the refusal names: `DELETE /databases/shop/docs`, without the query, which may hold values. */
  readonly name: string;
  /** Sent instead of the page's body where the policy had to read it. */
  readonly body?: string;
}

type Reading = Judged | { readonly problem: string };

/** `base` is the connection's address. */
export function decide(
  mode: ConnectionMode,
  base: URL,
  request: RequestToJudge,
  channel: Channel = 'request',
): Decision {
  const judged = judge(mode, base, request, channel);
  if ('problem' in judged) return malformed(judged.problem);
  const headers = forwardedHeaders(request.headers ?? {});
  const unsendable = unsendableHeader(headers);
  if (unsendable !== undefined)
    return malformed(
      `The header ${unsendable} holds characters that are not ASCII, so the request was not sent.`,
    );

  const { effect, would } = judged.effect;
  const toSend = prepared(judged, request, headers);
  if (mode === 'full' || effect === 'read' || (mode === 'guarded' && effect === 'write'))
    return { allowed: true, request: toSend };
  const refusal = {
    allowed: false,
    code: 'policy-refused',
    reason: `${judged.name} would ${would}, and this connection is ${mode}. Nothing was sent. To allow it, change the access of the connection.`,
  } as const;
  return mode === 'guarded'
    ? { ...refusal, overridable: true, request: toSend }
    : { ...refusal, overridable: false };
}

function judge(mode: ConnectionMode, base: URL, request: RequestToJudge, channel: Channel): Reading {
  const reading = readTarget(base, request.path);
  if ('problem' in reading)
    return { problem: `The address ${request.path} was not sent, because ${reading.problem}.` };
  const effect = effectOf(request.method, reading.target.route, channel);
  const name = `${request.method} ${reading.target.path.split('?', 1)[0] ?? ''}`;
  if (effect.signIn !== undefined)
    return { problem: `${name} was not sent: Rookery itself signs in and out. Use the two-factor dialog.` };
  const judged = { target: reading.target, effect, name };
  if (effect.body === 'multi-get') return judgeBundle(mode, judged, request);
  if (effect.body !== undefined && mode !== 'full') return judgeBody(effect.body, judged, request);
  return effect.mayCreateIndex && mode !== 'full' ? judgeIndexCreation(mode, base, judged) : judged;
}

const NO_INDEX = 'disableAutoIndexCreation';

/**
 * A query without a matching index makes the server build one, which loads a production server. So the host forbids
 * it, unless the page requests an index explicitly on a guarded connection: that is a danger to confirm.
 */
function judgeIndexCreation(mode: ConnectionMode, base: URL, judged: Judged): Reading {
  const requested =
    mode === 'guarded' &&
    parameterValues(judged.target, NO_INDEX).some((value) => value.toLowerCase() !== 'true');
  const reading = withParameter(base, judged.target, NO_INDEX, String(!requested));
  return 'problem' in reading
    ? { problem: `${judged.name} was not sent, because ${reading.problem}.` }
    : {
        ...judged,
        target: reading.target,
        effect: requested ? danger('let the server build an index for this query') : judged.effect,
      };
}

const bodyReaders = {
  'database-record': {
    read: minimalDatabaseRecord,
    otherwise: danger('create a database with settings, indexes or tasks of its own'),
  },
  'local-backup': {
    read: localBackup,
    otherwise: danger('write a backup to a location named in the request'),
  },
  'local-folder': {
    read: localFolder,
    otherwise: danger('let the server sign in to a storage account named in the request'),
  },
} as const;

/** Keeps the effect of the table for the bodies that the reader knows; every other body is dangerous. */
function judgeBody(
  kind: keyof typeof bodyReaders,
  judged: Judged,
  { body = '', bodyEncoding }: RequestToJudge,
): Judged {
  const { read, otherwise } = bodyReaders[kind];
  const known = bodyEncoding === undefined ? read(body) : undefined;
  return known === undefined ? { ...judged, effect: otherwise } : { ...judged, body: known };
}

/** Inner addresses start at the server's root, regardless of a proxy prefix of the outer one. */
const innerBase = new URL('http://inner');
const severity = { read: 0, write: 1, danger: 2 } as const;

/** The bundle is as dangerous as its most dangerous request. */
function judgeBundle(mode: ConnectionMode, outer: Judged, request: RequestToJudge): Reading {
  const unreadable = (problem: string) => ({ problem: `${outer.name} was not sent, because ${problem}.` });
  // An encoded body could be read in another way than it is judged; no client needs one here.
  if (request.bodyEncoding !== undefined) return unreadable('its body is encoded');
  const bundle = readBundle(request.body ?? '');
  if ('problem' in bundle) return unreadable(bundle.problem);
  let worst = outer;
  const requests: InnerRequest[] = [];
  for (const each of bundle.requests) {
    // Without its content: a database record inside a bundle counts as one with a configuration of its own.
    const inner = judge(mode, innerBase, { method: each.method, path: each.path }, 'request');
    if ('problem' in inner) return inner;
    if (inner.effect.body === 'multi-get') return unreadable('it holds another multi_get');
    if (severity[inner.effect.effect] > severity[worst.effect.effect]) worst = inner;
    requests.push({ ...each, path: inner.target.path });
  }
  return { ...outer, effect: worst.effect, name: worst.name, body: writeBundle(requests) };
}

function prepared(
  judged: Judged,
  request: RequestToJudge,
  headers: Readonly<Record<string, string>>,
): JudgedRequest {
  const { target, body } = judged;
  return {
    method: request.method,
    ...target,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    effect: judged.effect.effect,
    body: body ?? request.body,
    bodyEncoding: body === undefined ? request.bodyEncoding : undefined,
    answerEncoding: request.answerEncoding,
    timeoutMs: request.timeoutMs,
  } as JudgedRequest;
}

function malformed(reason: string): Decision {
  return { allowed: false, code: 'bad-request', reason, overridable: false };
}
