import { expect, test } from 'vitest';
import type { Cluster } from '../../protocol/server.ts';
import { chooseNode } from './nodes.ts';

const cluster = (node: string | null, ...tags: readonly string[]): Cluster => ({
  node,
  leader: null,
  state: 'Follower',
  nodes: tags.map((tag) => ({ tag, url: `http://${tag}`, role: 'member' })),
});

test('shows the connected node unless another one is chosen', () => {
  const three = cluster('B', 'A', 'B', 'C');
  expect(chooseNode(three, null)).toEqual({ node: { tag: 'B', connected: true }, choices: ['B', 'A', 'C'] });
  expect(chooseNode(three, 'C').node).toEqual({ tag: 'C', connected: false });
  expect(chooseNode(three, 'B').node).toEqual({ tag: 'B', connected: true });
});

test('shows the connected node when the chosen one has left', () => {
  expect(chooseNode(cluster('A', 'A', 'B'), 'C').node).toEqual({ tag: 'A', connected: true });
});

test('offers no choice for a single node, one without a tag, or an unknown cluster', () => {
  expect(chooseNode(cluster('A', 'A'), 'B')).toEqual({ node: { tag: 'A', connected: true }, choices: [] });
  expect(chooseNode(cluster(null), null)).toEqual({ node: { tag: null, connected: true }, choices: [] });
  expect(chooseNode(null, null)).toEqual({ node: { tag: null, connected: true }, choices: [] });
});

test('waits for the cluster', () => {
  expect(chooseNode(undefined, 'A')).toEqual({ node: null, choices: [] });
});
