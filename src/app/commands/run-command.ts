import type { Command } from '../registry/index.ts';
import { reportProblem } from '../errors/problem-store.ts';

/** Runs it; whichever way it fails is reported under its own title. */
export function runCommand(command: Command): void {
  const doing = `“${command.title.replace(/…$/, '')}”`;
  try {
    const work = command.run();
    if (work instanceof Promise) work.catch((thrown: unknown) => reportProblem(thrown, doing));
  } catch (thrown) {
    reportProblem(thrown, doing);
  }
}
