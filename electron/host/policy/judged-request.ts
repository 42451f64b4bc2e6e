/** The request that the policy passes to a transport. */
import type { HttpMethod } from '../../../src/contract/index.ts';
import type { Route } from './request-target.ts';
import type { Effect } from './route-effect.ts';

declare const judged: unique symbol;

/** Made by `decide` only: a transport takes nothing else, so no request reaches a server unjudged. */
export interface JudgedRequest {
  readonly [judged]: true;
  readonly method: HttpMethod;
  readonly url: URL;
  /** Path and query of `url` without the connection's own path prefix. */
  readonly path: string;
  readonly route: Route;
  readonly effect: Effect;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly bodyEncoding?: 'base64' | undefined;
  readonly answerEncoding?: 'base64' | undefined;
  readonly timeoutMs?: number | undefined;
}
