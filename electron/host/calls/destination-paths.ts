import { PortError } from '../../../src/contract/index.ts';
import { commandsOf, filesOf, type Destination } from '../confirmation/connection-texts.ts';
import { mustBeLocalPath, pathProblem } from '../transport/credential-file.ts';

/** Throws when a file or a program of the connection is named by a path that must not be accessed. */
export function mustBeLocalPaths(destination: Partial<Destination>): void {
  for (const path of filesOf(destination)) mustBeLocalPath(path, 'The file');
  for (const [program = ''] of commandsOf(destination)) {
    const problem = pathProblem(program);
    if (problem !== undefined)
      throw new PortError({
        code: 'bad-request',
        message: `The program is not started: ${problem} (${program}). Enter the complete path of a program on this computer.`,
      });
  }
}
