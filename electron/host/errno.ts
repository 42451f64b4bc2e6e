/** Whether something thrown carries a stable `code`, as Node's own errors and the engine's do. */
export function isErrno(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
}
