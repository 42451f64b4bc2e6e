/** Whether an error is about a document, so that a part of its batch can succeed, or about the database. Pure. */
import { PortError } from '../../../../contract/index.ts';
import { ServerError } from '../../../../protocol/server-error.ts';

const documentStatuses = new Set([400, 409, 413, 422, 500]);

/** Sent with 500 or 400 for reasons that every other document shares. */
const databaseTypes = new Set([
  'AuthorizationException',
  'DatabaseConcurrentLoadTimeoutException',
  'DatabaseDisabledException',
  'DatabaseDoesNotExistException',
  'DatabaseIdleException',
  'DatabaseLoadFailureException',
  'DatabaseLoadTimeoutException',
  'DatabaseNotRelevantException',
  'DiskFullException',
  'HighDirtyMemoryException',
  'IOException',
  'LicenseLimitException',
  'OperationCanceledException',
  'OutOfMemoryException',
  'SchemaErrorException',
  'TimeoutException',
  'UnauthorizedAccessException',
]);

export function isDocumentFault(thrown: unknown): thrown is ServerError {
  return (
    thrown instanceof ServerError && documentStatuses.has(thrown.status) && !databaseTypes.has(thrown.type)
  );
}

export function isTaken(thrown: unknown): thrown is ServerError {
  return thrown instanceof ServerError && thrown.status === 409 && thrown.type === 'ConcurrencyException';
}

/** Codes of requests that no server received. */
const notSent = new Set([
  'bad-request',
  'policy-refused',
  'not-confirmed',
  'unknown-connection',
  'dns',
  'refused',
  'tls',
  'certificate',
  'password-needed',
  'two-factor',
  'too-large',
]);

/** Whether a batch may be stored although its request failed. */
export function isUncertain(thrown: unknown): boolean {
  if (thrown instanceof ServerError) return thrown.status >= 502 || thrown.type === 'TimeoutException';
  return !(thrown instanceof PortError && notSent.has(thrown.code));
}
