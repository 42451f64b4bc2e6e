/** A command as the lines of a text field: the program, then one argument per line. Pure. */
import { secretCommand, type SecretCommand } from '../../contract/index.ts';

export function linesOfCommand(command: SecretCommand): string {
  return command.join('\n');
}

/** Spaces around the program are removed; arguments are passed as written. Empty lines at the end are none. */
export function commandOfLines(lines: string): SecretCommand {
  const [program = '', ...args] = lines.replace(/\r\n/g, '\n').replace(/\n+$/, '').split('\n');
  return [program.trim(), ...args];
}

export function commandProblemOf(lines: string): string | undefined {
  const command = commandOfLines(lines);
  const [program = ''] = command;
  if (program === '') return 'Enter the complete path of a program.';
  if (!/^(\/|[a-z]:[\\/])/i.test(program))
    return 'Enter the complete path of the program, not only its name.';
  if (command.includes('')) return 'Remove the empty lines between the arguments.';
  return secretCommand.safeParse(command).success
    ? undefined
    : 'Enter at most 15 arguments and 1,000 visible characters in all.';
}
