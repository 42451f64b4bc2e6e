import { expect, test } from 'vitest';
import { PortError } from '../../contract/index.ts';
import { readServerError } from '../../protocol/server-error.ts';
import { captureProblem } from './capture-problem.ts';

const failure = (status: number, Type: string, Message: string) =>
  readServerError(
    status,
    '/admin/debug/threads/stack-trace',
    JSON.stringify({ Type, Message, Error: `${Type}: ${Message}` }),
  );

test('names the missing helper of the embedded packages, with its path', () => {
  const problem = captureProblem(
    failure(
      500,
      'System.IO.FileNotFoundException',
      "Could not find debugger tool at '/opt/server/Raven.Debug'",
    ),
  );
  expect(problem?.title).toContain('Raven.Debug');
  expect(problem?.explanation).toContain('/opt/server/Raven.Debug');
  expect(problem?.steps.join(' ')).toContain('full server package');
});

test.each([
  [failure(403, 'InvalidAuth', 'Forbidden'), 'certificate does not have permission'],
  [failure(500, 'System.PlatformNotSupportedException', 'x'), 'on its platform'],
  [
    failure(500, 'System.InvalidOperationException', 'ptrace(PTRACE_SEIZE): Operation not permitted'),
    'denied access',
  ],
  [failure(501, 'System.NotSupportedException', 'x'), 'does not support stack captures'],
  [
    failure(
      500,
      'System.InvalidOperationException',
      'Process 7 exited before its threads could be read (code target-gone)',
    ),
    'process exited',
  ],
  [new PortError({ code: 'policy-refused', message: 'no' }), 'access mode of this connection'],
])('explains %s', (error, title) => {
  const problem = captureProblem(error);
  expect(problem?.title).toContain(title);
  expect(problem?.steps.length).toBeGreaterThan(0);
});

test('returns null for unknown errors', () => {
  expect(captureProblem(failure(500, 'System.NullReferenceException', 'oh'))).toBeNull();
  expect(captureProblem(new Error('x'))).toBeNull();
});

test('extracts the command that installs the helper', () => {
  const problem = captureProblem(
    failure(
      500,
      'System.InvalidOperationException',
      'This machine lets only parents and privileged programs trace (kernel.yama.ptrace_scope is 1), so process 7 cannot be held. Install the capture program with the right to do it: sudo sh /opt/rookery/postinstall.sh /opt/rookery/stackcap (code yama-1)',
    ),
  );
  expect(problem?.command).toBe('sudo sh /opt/rookery/postinstall.sh /opt/rookery/stackcap');
  expect(problem?.explanation).toMatch(/cannot be held\.$/);
  // A capability on a file that the user can replace is a hole: no step proposes one.
  expect(JSON.stringify(problem)).not.toContain('setcap');
});

test('a privileged helper in an unsafe place is explained, with the command that removes the privilege', () => {
  const problem = captureProblem(
    failure(
      500,
      'System.InvalidOperationException',
      'The capture program /home/a/stackcap carries privileges, but /home/a belongs to another user than root, so it is not started. Remove the privileges (sudo setcap -r /home/a/stackcap) and install a copy with postinstall.sh. (code helper-unsafe)',
    ),
  );
  expect(problem?.title).toBe('The capture program is in an unsafe folder');
  expect(problem?.command).toBe('sudo setcap -r /home/a/stackcap');
});
