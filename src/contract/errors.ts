import './no-eval.ts';
import { z } from 'zod';

/** Stable codes: the UI branches on them, tests and documents name them. */
export const errorCodes = [
  'bad-request', // the caller sent what the contract does not allow
  'cancelled',
  'closed', // the channel or the host went away
  'version-mismatch',
  'unknown-connection',
  'policy-refused',
  'not-confirmed', // the user declined, or did not answer in time
  'dns',
  'refused',
  'unreachable',
  'timeout',
  'route', // the proxy or the SSH server on the way refused
  'tls',
  'certificate',
  'password-needed',
  'not-ravendb',
  'too-old',
  'two-factor',
  'too-large',
  'engine-unavailable',
  'data-folder-locked',
  'settings-corrupt',
  'storage',
  'unsupported',
  'internal',
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/** An error on the port: a message for the user, a stable code, and the cause. */
export const portErrorBody = z.object({
  code: errorCode,
  message: z.string(),
  detail: z.string().optional(),
  retryable: z.boolean(),
  /** With `policy-refused`: the same request with `confirm: true` asks the user for confirmation. */
  confirmable: z.boolean().optional(),
});
export type PortErrorBody = z.infer<typeof portErrorBody>;

export class PortError extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly retryable: boolean;
  readonly confirmable: boolean;

  constructor(body: {
    code: ErrorCode;
    message: string;
    detail?: string | undefined;
    retryable?: boolean;
    confirmable?: boolean | undefined;
  }) {
    super(body.message);
    this.name = 'PortError';
    this.code = body.code;
    this.detail = body.detail;
    this.retryable = body.retryable ?? false;
    this.confirmable = body.confirmable ?? false;
  }

  toBody(): PortErrorBody {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      ...(this.confirmable ? { confirmable: true } : {}),
    };
  }
}

/** Converts any thrown value to a PortError without losing its text. */
export function toPortError(thrown: unknown): PortError {
  if (thrown instanceof PortError) return thrown;
  if (thrown instanceof z.ZodError)
    return new PortError({
      code: 'bad-request',
      message: 'A message did not have the agreed shape.',
      detail: z.prettifyError(thrown),
    });
  if (thrown instanceof Error)
    return new PortError({ code: 'internal', message: thrown.message, detail: thrown.stack });
  return new PortError({ code: 'internal', message: String(thrown) });
}

/** Whether the same request can succeed later, such as when a server can be reached again. */
export const isRetryable = (thrown: unknown): thrown is PortError =>
  thrown instanceof PortError && thrown.retryable;
