/** The state of servers in words. Pure. */
import type { ConnectionCheck, ConnectionView } from '../../contract/index.ts';
import { formatCount, formatDateTime, formatMs, pluralize } from '../../ui/index.ts';

export type StateTone = 'neutral' | 'success' | 'warning' | 'danger';

export interface StateText {
  readonly tone: StateTone;
  /** One or two words. */
  readonly name: string;
  /** A second line, if there is more to say. */
  readonly detail: string;
  /** One or two sentences. */
  readonly title: string;
}

const notChecked: Readonly<
  Record<Extract<ConnectionCheck, { state: 'not-checked' }>['reason'], readonly [string, string]>
> = {
  password: ['password needed', 'Unlock the client certificate to check this server.'],
  program: ['certificate from a program', 'Open the connection to run the program that prints its secret.'],
  ssh: ['through SSH', 'A check does not start an SSH tunnel. Open the connection to start it.'],
  certificate: [
    'certificate unusable',
    'The client certificate cannot be read. Open Certificates… to see why.',
  ],
};

const accesses = {
  granted: { tone: 'success', name: 'Reachable', title: 'The server answers.' },
  'code-needed': {
    tone: 'warning',
    name: 'Code needed',
    title: 'The server requires a two-factor code, which is requested when the connection is opened.',
  },
  refused: {
    tone: 'warning',
    name: 'Access denied',
    title: 'The server answers but denies access to this client. Test the connection to see its message.',
  },
} as const;

/** `isSignedIn`: the host has a two-factor session, which a check does not use. */
export function stateText(check: ConnectionCheck | null | undefined, isSignedIn = false): StateText {
  if (check === undefined || check === null)
    return {
      tone: 'neutral',
      name: 'Checking…',
      detail: '',
      title: 'The first check is waiting or running.',
    };
  if (check.state === 'not-checked') {
    const [detail, title] = notChecked[check.reason];
    return { tone: 'neutral', name: 'Not checked', detail, title };
  }
  const at = `Checked ${formatDateTime(check.at)}.`;
  if (check.state === 'unreachable')
    return {
      tone: 'danger',
      name: 'Unreachable',
      detail: `next check ${timeOf(check.nextAt)}`,
      title: `${check.message} ${at} ${pluralize(check.failures, 'check')} failed.`,
    };
  const access = check.access === 'code-needed' && isSignedIn ? 'granted' : check.access;
  const { tone, name, title } = accesses[access];
  const detail = [...(check.version === undefined ? [] : [check.version]), formatMs(check.ms)].join(' · ');
  return { tone, name, detail, title: `${title} ${at}` };
}

/** What a search finds. */
export function stateWords(check: ConnectionCheck | null | undefined): string {
  const { name, detail } = stateText(check);
  if (check?.state === 'not-checked') return `${name} ${detail}`;
  return check?.state === 'reachable' && check.version !== undefined ? `${name} ${check.version}` : name;
}

export interface StateCounts {
  readonly servers: number;
  readonly reachable: number;
  readonly unreachable: number;
  readonly notChecked: number;
}

export function countStates(
  views: readonly ConnectionView[],
  states: ReadonlyMap<string, ConnectionCheck | null>,
): StateCounts {
  const servers = views.filter(({ connection }) => connection.kind === 'server');
  const count = (state: ConnectionCheck['state']): number =>
    servers.filter(({ connection }) => states.get(connection.id)?.state === state).length;
  return {
    servers: servers.length,
    reachable: count('reachable'),
    unreachable: count('unreachable'),
    notChecked: count('not-checked'),
  };
}

/** `20 servers: 18 reachable, 2 unreachable`. */
export function summaryText({ servers, reachable, unreachable, notChecked: left }: StateCounts): string {
  const pending = servers - reachable - unreachable - left;
  const parts = (
    [
      [reachable, 'reachable'],
      [unreachable, 'unreachable'],
      [left, 'not checked'],
      [pending, 'being checked'],
    ] as const
  ).flatMap(([count, what]) => (count === 0 ? [] : [`${formatCount(count)} ${what}`]));
  return `${pluralize(servers, 'server')}: ${parts.join(', ')}`;
}

const timeOf = (moment: number): string => formatDateTime(moment).slice(11, 16);
