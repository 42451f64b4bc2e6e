import { expect, it } from 'vitest';
import { linesOfNodes, nodesOfLines, nodesProblemOf } from './node-lines.ts';

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
  ['B https://b\nB https://c', 'Node B is named twice'],
  [Array.from('ABCDEFGHI', (tag) => `${tag} https://${tag}`).join('\n'), 'at most 8'],
])('refuses %j', (lines, problem) => {
  expect(nodesProblemOf(lines, server)).toContain(problem);
});

it('has none for an empty field', () => {
  expect(nodesProblemOf(' \n', server)).toBeUndefined();
  expect(nodesOfLines('\n')).toEqual([]);
});
