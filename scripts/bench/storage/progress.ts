/** What is being done, for a person who waits; figures go to standard output and nothing else does. */
export function progress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}
