/** Reads the steps of the workflows. Their files keep to a plain form: two spaces per level, one step per `- `, `run` on one line. */

export interface Step {
  readonly job: string;
  /** The command of `run`, or null. */
  readonly run: string | null;
  /** The action of `uses`, or null. */
  readonly uses: string | null;
  readonly line: number;
}

export function stepsOf(text: string): readonly Step[] {
  const steps: Step[] = [];
  let job: string | null = null;
  let isInJobs = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\S/.test(line)) isInJobs = line === 'jobs:';
    const named = isInJobs ? /^ {2}([\w-]+):$/.exec(line) : null;
    if (named?.[1] !== undefined) job = named[1];
    const step = /^ {6}(?:- | {2})(run|uses): ?(.*)$/.exec(line);
    if (step === null) continue;
    const [, kind, value = ''] = step;
    if (job === null) throw new Error(`Line ${index + 1} is a step outside of a job.`);
    steps.push({
      job,
      run: kind === 'run' ? value.trim() : null,
      uses: kind === 'uses' ? value.trim() : null,
      line: index + 1,
    });
  }
  return steps;
}

/** The values that a job's matrix gives a name: the local runner takes the first, or the one that is asked for. */
export function matrixValues(text: string, name: string): readonly string[] {
  const found = new RegExp(`^ {8}${name}: \\[(.+)\\]$`, 'm').exec(text);
  return found?.[1]?.split(',').map((value) => value.trim()) ?? [];
}
