/** Read again after an await: the compiler takes the value from before. */
export function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
