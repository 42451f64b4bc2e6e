/** Tries what the fuses forbid, on the installed binary. */
import type { CleanRoot } from './clean-root.ts';

export async function checkFuseEffects(root: CleanRoot, program: string): Promise<string[]> {
  const attempt = (command: string): Promise<string> =>
    root.run(
      `cd /tmp; echo "require('fs').writeFileSync('/tmp/ran', '')" > evil.js; chmod 666 evil.js; { timeout 8 ${command}; echo "ended $?"; test -e /tmp/ran && echo RAN; } 2>&1 || true`,
    );
  const refused = (what: string, output: string, sign: RegExp): string => {
    if (sign.test(output)) throw new Error(`${what} had an effect on the packed program:\n${output}`);
    return `${what} has no effect`;
  };
  const display = 'xvfb-run --auto-servernum';
  return [
    refused(
      'ELECTRON_RUN_AS_NODE',
      await attempt(`env ELECTRON_RUN_AS_NODE=1 ${program} /tmp/evil.js`),
      /RAN/,
    ),
    refused(
      'NODE_OPTIONS',
      await attempt(
        `env NODE_OPTIONS='--require /tmp/evil.js' ${display} ${program} --no-sandbox --data /tmp/x`,
      ),
      /RAN/,
    ),
    refused(
      '--inspect',
      await attempt(`${display} ${program} --no-sandbox --inspect=9321 --data /tmp/x`),
      /Debugger listening/,
    ),
    refused(
      'an application folder beside the archive',
      await root
        .run(
          `cp -a $(dirname ${program}) /tmp/copy; mkdir /tmp/copy/resources/app; echo '{"main":"m.js"}' > /tmp/copy/resources/app/package.json; echo "require('fs').writeFileSync('/tmp/ran', '')" > /tmp/copy/resources/app/m.js; rm /tmp/copy/resources/app.asar; timeout 8 ${display} /tmp/copy/rookery --no-sandbox --data /tmp/x 2>&1; test -e /tmp/ran && echo RAN; true`,
        )
        .catch((cause: unknown) => String(cause)),
      /\nRAN/,
    ),
  ];
}
