/** What a neighbour on this computer tries against `serve`: another port's page, another user, an old address. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { firstBreach, type Attack } from '../attack.ts';
import { PORT_PROTOCOL } from '../../../src/contract/index.ts';

export const cookieAlone: Attack = {
  name: 'serve-cookie-without-key',
  async run(environment) {
    const served = await environment.served();
    const { cookie, key, status } = await served.enter();
    if (status !== 200 || cookie === '' || key === '') throw new Error(`Entering was answered ${status}.`);
    const origin = `http://127.0.0.1:${served.port}`;
    const attempts: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
      ['the cookie alone', { cookie, origin }, []],
      ['the cookie and the protocol without a key', { cookie, origin }, [PORT_PROTOCOL]],
      ['the cookie and a wrong key', { cookie, origin }, [PORT_PROTOCOL, `rookery-key.${'A'.repeat(43)}`]],
      ['the key without the cookie', { origin }, [PORT_PROTOCOL, `rookery-key.${key}`]],
      [
        'a page of another port',
        { cookie, origin: 'http://127.0.0.1:1' },
        [PORT_PROTOCOL, `rookery-key.${key}`],
      ],
      [
        'a page of another site',
        { cookie, origin: 'http://evil.example' },
        [PORT_PROTOCOL, `rookery-key.${key}`],
      ],
      ['no page at all', { cookie }, [PORT_PROTOCOL, `rookery-key.${key}`]],
    ];
    const breaches: (string | undefined)[] = [];
    for (const [what, headers, protocols] of attempts) {
      const answered = await served.trySocket(headers, protocols);
      if (answered === 101) breaches.push(`The port opened with ${what}.`);
    }
    const again = await served.enter();
    if (again.status === 200) breaches.push('The one-time address worked twice.');
    return firstBreach(breaches, `${attempts.length} sockets and a used address refused`);
  },
};

export const tokenInProcessList: Attack = {
  name: 'serve-token-in-process-list',
  async run(environment) {
    const served = await environment.served();
    const token = served.address.split('/').at(-1) ?? '';
    const commands =
      process.platform === 'linux'
        ? readdirSync('/proc')
            .filter((name) => /^\d+$/.test(name))
            .map(commandLine)
        : spawnSync('ps', ['-axww', '-o', 'args'], { encoding: 'utf8' }).stdout.split('\n');
    const seen = commands.find((each) => each.includes(token));
    return firstBreach(
      [seen === undefined ? undefined : `The token is in a command line: ${seen.slice(0, 200)}`],
      `${commands.length} processes`,
    );
  },
};

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process ended meanwhile.
    return '';
  }
}
