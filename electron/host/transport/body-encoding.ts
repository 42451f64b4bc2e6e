/** Converts bodies between the port, where they are text, and a server, where they are bytes. */
import type { HttpResponse } from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';

type BodyOfRequest = Pick<JudgedRequest, 'body' | 'bodyEncoding'>;

export function requestBytes({ body, bodyEncoding }: BodyOfRequest): Buffer | undefined {
  return body === undefined ? undefined : Buffer.from(body, bodyEncoding ?? 'utf8');
}

/** Requested bytes stay bytes, except error responses, which are shown to the user. */
export function answerBody(
  { answerEncoding }: Pick<JudgedRequest, 'answerEncoding'>,
  status: number,
  bytes: Buffer,
): Pick<HttpResponse, 'body' | 'bodyEncoding'> {
  if (answerEncoding === undefined || status >= 400) return { body: bytes.toString('utf8') };
  return { body: bytes.toString(answerEncoding), bodyEncoding: answerEncoding };
}
