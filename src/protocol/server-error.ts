import { z } from 'zod';

const errorBody = z.looseObject({
  Type: z.string().optional(),
  Message: z.string().optional(),
  Error: z.string().optional(),
});

/** A response with status 400 or above, with the server's message. */
export class ServerError extends Error {
  readonly status: number;
  /** The last segment of the exception type, e.g. `ConcurrencyException`; empty when not sent. */
  readonly type: string;
  readonly path: string;
  /** The server's full error text (with stack), for the details view. */
  readonly detail: string;
  /** All members of the body, for errors with structured data. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(init: {
    status: number;
    type: string;
    message: string;
    path: string;
    detail: string;
    body: Record<string, unknown>;
  }) {
    super(init.message);
    this.name = 'ServerError';
    this.status = init.status;
    this.type = init.type;
    this.path = init.path;
    this.detail = init.detail;
    this.body = init.body;
  }
}

/** Reads both error formats, an empty body, and a body that is not JSON. */
export function readServerError(status: number, path: string, text: string): ServerError {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const parsed = errorBody.safeParse(json);
  if (!parsed.success) {
    const message =
      text.trim() === ''
        ? emptyAnswer(status)
        : `The server returned ${status} with a body that is not JSON.`;
    return new ServerError({ status, type: '', message, path, detail: text.slice(0, 4000), body: {} });
  }
  const { Type: type = '', Message: message, Error: detail = '' } = parsed.data;
  return new ServerError({
    status,
    type: type.slice(type.lastIndexOf('.') + 1),
    message: message ?? emptyAnswer(status),
    path,
    detail,
    body: parsed.data,
  });
}

function emptyAnswer(status: number): string {
  if (status === 404) return 'Not found on the server (404).';
  if (status === 403) return 'The server denied access (403).';
  return `The server returned ${status} without a message.`;
}
