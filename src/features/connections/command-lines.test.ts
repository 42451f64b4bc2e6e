import { expect, it } from 'vitest';
import { commandOfLines, commandProblemOf, linesOfCommand } from './command-lines.ts';

it('reads one argument per line, as written', () => {
  const command = ['/usr/bin/vault', 'kv', ' two words ', '"quoted"'];
  expect(commandOfLines(linesOfCommand(command))).toEqual(command);
  expect(commandOfLines(' /usr/bin/vault \r\nkv\r\n\n')).toEqual(['/usr/bin/vault', 'kv']);
});

it('explains what cannot be a command', () => {
  expect(commandProblemOf('/usr/bin/vault\nkv')).toBeUndefined();
  expect(commandProblemOf('C:\\vault.exe')).toBeUndefined();
  expect(commandProblemOf(' \n')).toContain('Enter the complete path');
  expect(commandProblemOf('vault')).toContain('not only its name');
  expect(commandProblemOf('/v\n\na')).toContain('empty lines');
  expect(commandProblemOf(`/v\n${'x\n'.repeat(16)}`)).toContain('15 arguments');
});
