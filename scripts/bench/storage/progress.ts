/** Progress messages on standard error; standard output has figures only. */
export function progress(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${text}\n`);
}
