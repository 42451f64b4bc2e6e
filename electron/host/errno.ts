/** Whether a thrown value has a stable `code`, like errors of Node and of the engine. */
export function isErrno(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
}
