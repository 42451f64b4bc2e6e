import type { Command } from '../registry/index.ts';
import { reportProblem } from '../errors/problem-store.ts';

/** Runs a command; a synchronous or asynchronous failure is reported under its title. */
export function runCommand(command: Command): void {
  const doing = `“${command.title.replace(/…$/, '')}”`;
  try {
    const work = command.run();
    if (work instanceof Promise) work.catch((thrown: unknown) => reportProblem(thrown, doing));
  } catch (thrown) {
    reportProblem(thrown, doing);
  }
}
