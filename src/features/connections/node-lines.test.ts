import { expect, it } from 'vitest';
import { linesOfNodes, nodesOfLines, nodesProblemOf, withPinnedNode } from './node-lines.ts';

const server = 'https://a.example.com';

it('reads a tag and an address from each line, and writes them back', () => {
  const lines = 'b https://b.example.com:8443/studio/index.html\n\n  C   https://c.example.com';
  expect(nodesProblemOf(lines, server)).toBeUndefined();
  const nodes = nodesOfLines(lines);
  expect(nodes).toEqual([
    { tag: 'B', url: 'https://b.example.com:8443' },
    { tag: 'C', url: 'https://c.example.com' },
  ]);
  expect(linesOfNodes(nodes)).toBe('B https://b.example.com:8443\nC https://c.example.com');
});

it.each([
  ['https://b.example.com', 'is not a tag and an address'],
  ['B b.example.com', 'is not a tag and an address'],
  ['B http://b.example.com', 'must start with https://'],
  ['B https://b 12', 'not a SHA-256 with 64 hexadecimal digits'],
  [`B https://b sha256:${'g'.repeat(64)}`, 'not a SHA-256 with 64 hexadecimal digits'],
  ['B https://b\nB https://c', 'Node B is named twice'],
  [Array.from('ABCDEFGHI', (tag) => `${tag} https://${tag}`).join('\n'), 'at most 8'],
])('refuses %j', (lines, problem) => {
  expect(nodesProblemOf(lines, server)).toContain(problem);
});

it('has none for an empty field', () => {
  expect(nodesProblemOf(' \n', server)).toBeUndefined();
  expect(nodesOfLines('\n')).toEqual([]);
});

it('reads the fingerprint of a pinned certificate in its usual forms, and writes it back', () => {
  const pin = 'ab'.repeat(32);
  const colons = Array(32).fill('AB').join(':');
  for (const form of [pin, colons, `sha256:${pin}`, `sha256 Fingerprint=${colons}`])
    expect(nodesOfLines(`B https://b ${form}`), form).toEqual([
      { tag: 'B', url: 'https://b', pinnedCertificate: pin },
    ]);
  const lines = withPinnedNode('B https://b\nC https://c', 'C', pin);
  expect(lines).toBe(`B https://b\nC https://c sha256:${pin}`);
  expect(linesOfNodes(nodesOfLines(lines))).toBe(lines);
  expect(nodesProblemOf(lines, server)).toBeUndefined();
  expect(nodesProblemOf(`B http://b ${pin}`, 'http://a')).toContain('no certificate over http://');
});
