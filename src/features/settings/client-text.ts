/** Texts for the client configuration: the current state, and the changes to save. */
import type { ClientConfiguration } from '../../protocol/client-configuration.ts';
import { pluralize } from '../../ui/format.ts';

/** The effective configuration of a database without one. */
export const NO_CLIENT_CONFIGURATION: ClientConfiguration = { Disabled: true };

const members = [
  'MaxNumberOfRequestsPerSession',
  'ReadBalanceBehavior',
  'LoadBalanceBehavior',
  'LoadBalancerContextSeed',
  'IdentityPartsSeparator',
] as const;

export function sameClientConfiguration(a: ClientConfiguration, b: ClientConfiguration): boolean {
  return (
    isApplied(a) === isApplied(b) && members.every((member) => (a[member] ?? null) === (b[member] ?? null))
  );
}

export function isApplied(configuration: ClientConfiguration): boolean {
  return configuration.Disabled !== true;
}

/** Why it cannot be saved. */
export function clientProblem({
  IdentityPartsSeparator: separator,
}: ClientConfiguration): string | undefined {
  if (separator === null || separator === undefined) return undefined;
  if (!/^.$/su.test(separator)) return 'The identity parts separator is one character.';
  return separator === '|'
    ? 'The identity parts separator cannot be “|”, which marks identities.'
    : undefined;
}

/** One sentence per change; empty without changes. */
export function clientChanges(before: ClientConfiguration, after: ClientConfiguration): readonly string[] {
  const applied = isApplied(after);
  const sentences: string[] = [];
  if (applied && !isApplied(before))
    sentences.push('Clients will follow this configuration instead of their own.');
  if (!applied && isApplied(before))
    sentences.push('Clients will use their own configuration again. The values below stay stored.');
  for (const member of members)
    if ((before[member] ?? null) !== (after[member] ?? null)) sentences.push(describe(member, after));
  if (sentences.length > 0 && (applied || isApplied(before)))
    sentences.push('Each client reads it with one of its next requests; open sessions keep their values.');
  return sentences;
}

function describe(member: (typeof members)[number], after: ClientConfiguration): string {
  switch (member) {
    case 'MaxNumberOfRequestsPerSession': {
      const count = after.MaxNumberOfRequestsPerSession;
      return typeof count === 'number'
        ? `A session may send at most ${pluralize(count, 'request')}; further ones fail in the client.`
        : 'The number of requests per session: client default.';
    }
    case 'ReadBalanceBehavior':
      return readBalanceText(after.ReadBalanceBehavior);
    case 'LoadBalanceBehavior':
      return after.LoadBalanceBehavior === 'UseSessionContext'
        ? 'Sessions with a context send reads and writes to the node of that context. Concurrent writes on several nodes can conflict.'
        : `Load balance: ${after.LoadBalanceBehavior ?? 'client default'}.`;
    case 'LoadBalancerContextSeed':
      return `Seed of the load balancer: ${after.LoadBalancerContextSeed ?? 'client default'}. Contexts can move to other nodes.`;
    case 'IdentityPartsSeparator':
      return `New ids will use “${after.IdentityPartsSeparator ?? '/ (client default)'}” between collection and number. Existing ids stay.`;
  }
}

function readBalanceText(behavior: string | null | undefined): string {
  if (behavior === 'RoundRobin')
    return 'Reads go to all nodes in turn. A read can miss a write that was not replicated yet.';
  if (behavior === 'FastestNode')
    return 'Reads go to the fastest node, which clients find with extra requests. A read can miss a write that was not replicated yet.';
  return behavior === 'None'
    ? 'Reads go to the preferred node.'
    : `Read balance: ${behavior ?? 'client default'}.`;
}
