import { expect, it } from 'vitest';
import {
  clientChanges,
  clientProblem,
  NO_CLIENT_CONFIGURATION,
  sameClientConfiguration,
} from './client-text.ts';

const on = { Disabled: false, MaxNumberOfRequestsPerSession: 40 };

it('describes each change and when it takes effect', () => {
  expect(clientChanges(NO_CLIENT_CONFIGURATION, on)).toEqual([
    'Clients will follow this configuration instead of their own.',
    'A session may send at most 40 requests; further ones fail in the client.',
    'Each client reads it with one of its next requests; open sessions keep their values.',
  ]);
  expect(clientChanges(on, { ...on, ReadBalanceBehavior: 'RoundRobin' })[0]).toContain(
    'can miss a write that was not replicated yet',
  );
  expect(clientChanges(on, { ...on, ReadBalanceBehavior: 'NewInLater' })[0]).toBe(
    'Read balance: NewInLater.',
  );
  expect(clientChanges(on, on)).toEqual([]);
});

it('ignores the number of the version and absent members', () => {
  expect(sameClientConfiguration({ ...on, Etag: 3 }, { ...on, IdentityPartsSeparator: null })).toBe(true);
  expect(sameClientConfiguration(on, { ...on, Disabled: true })).toBe(false);
});

it('accepts one character as separator, but not the bar of identities', () => {
  expect(clientProblem(on)).toBeUndefined();
  expect(clientProblem({ ...on, IdentityPartsSeparator: '-' })).toBeUndefined();
  expect(clientProblem({ ...on, IdentityPartsSeparator: '--' })).toContain('one character');
  expect(clientProblem({ ...on, IdentityPartsSeparator: '|' })).toContain('cannot be');
});
