/** Checks what the package installed, with the tools of the clean root. */
import type { CleanRoot } from './clean-root.ts';
import { TEST_USER } from './installed-program.ts';

/** Each: what it shows, a command, and what its output must match. */
const checks: readonly (readonly [string, string, RegExp])[] = [
  [
    'rookery --version',
    'rookery --version',
    /^Rookery \d+\.\d+\.\d+ \(commit [0-9a-f]{12}(-modified)?, built \d{4}-\d\d-\d\d\)/,
  ],
  [
    'rookeryd --version',
    'rookeryd --version',
    /rookery-\d+\.\d+\.\d+ \(commit [0-9a-f]{12}.*, built \d{4}-\d\d-\d\d\)/,
  ],
  ['exit code 2 for a wrong command', 'rookery strat; echo $?', /(^|\n)2\n/],
  ['exit code 3 as root', 'rookery; echo $?', /(^|\n)3\n/],
  ['exit code 2 of rookeryd', 'rookeryd --port x; echo $?', /(^|\n)2\n/],
  [
    'manual pages',
    'man -l /usr/share/man/man1/rookery.1.gz | cat; man -l /usr/share/man/man1/rookeryd.1.gz | cat',
    /EXIT CODES[\s\S]*RUNNING/,
  ],
  ['desktop entry', 'desktop-file-validate /usr/share/applications/rookery.desktop && echo valid', /valid/],
  [
    'file associations',
    'cat /usr/share/mime/globs2; cat /usr/share/applications/mimeinfo.cache',
    /\*\.ravendbdump[\s\S]*x-ravendbdump=rookery\.desktop/,
  ],
  [
    'bash completion',
    "bash -c '. /usr/share/bash-completion/completions/rookeryd; complete -p rookeryd'",
    /_rookeryd/,
  ],
  [
    'capture program with its capability',
    'getcap /usr/lib/rookery/stackcap; stat -c "%U:%G %a" /usr/lib/rookery/stackcap',
    /cap_sys_ptrace[=+]ep[\s\S]*root:rookery 750/,
  ],
  ['sandbox helper', 'stat -c "%U %a" /usr/lib/rookery/chrome-sandbox', /root 4755/],
  [
    'rookeryd serves',
    `runuser -u ${TEST_USER} -- sh -c 'rookeryd --data /tmp/d > /tmp/out & p=$!; for i in $(seq 100); do grep -q available /tmp/out && break; sleep 0.1; done; cat /tmp/out; kill $p; wait $p; echo ended $?'`,
    /Server available on: http:\/\/127[\s\S]*ended 0/,
  ],
  [
    'rookery serve on a virtual display',
    `runuser -u ${TEST_USER} -- sh -c 'cd /tmp; rookery serve --no-open --data /tmp/s > /tmp/serve & p=$!; for i in $(seq 200); do grep -q url /tmp/serve && break; sleep 0.1; done; cat /tmp/serve; kill $p; wait $p || true'`,
    /"url":"http:\/\/127/,
  ],
];

export async function checkInstalledFiles(root: CleanRoot): Promise<string[]> {
  const done: string[] = [];
  const problems: string[] = [];
  for (const [what, command, wanted] of checks) {
    const output = await root.run(`{ ${command}; } 2>&1`);
    if (wanted.test(output)) done.push(what);
    else problems.push(`${what}: unexpected output of ${command}:\n${output}`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return done;
}
