/** Other nodes as the lines of a text field: `B https://node-b.example.com`. Pure. */
import { MAX_OTHER_NODES, otherNode, type OtherNode } from '../../contract/index.ts';
import { readTypedAddress } from './server-address.ts';

export function linesOfNodes(nodes: readonly OtherNode[]): string {
  return nodes.map(({ tag, url }) => `${tag} ${url}`).join('\n');
}

/** Requires lines without a problem. */
export function nodesOfLines(lines: string): OtherNode[] {
  return partsOf(lines).map(({ tag, address }) => ({ tag, url: originOf(address) ?? address }));
}

/** `serverUrl`: nodes are reached with the same scheme. Undefined: no problem. */
export function nodesProblemOf(lines: string, serverUrl: string): string | undefined {
  const parts = partsOf(lines);
  if (parts.length > MAX_OTHER_NODES) return `Enter at most ${MAX_OTHER_NODES} nodes.`;
  const server = readTypedAddress(serverUrl);
  const schemes = server.kind === 'invalid' ? [] : server.origins.map((each) => new URL(each).protocol);
  const tags = new Set<string>();
  for (const { line, tag, address } of parts) {
    const origin = originOf(address);
    if (origin === undefined || !otherNode.safeParse({ tag, url: origin }).success)
      return `“${line}” is not a tag and an address, such as “B https://node-b.example.com”.`;
    if (schemes.length > 0 && !schemes.includes(new URL(origin).protocol))
      return `The address of node ${tag} must start with ${schemes.join('// or ')}//, like the server.`;
    if (tags.has(tag)) return `Node ${tag} is named twice.`;
    tags.add(tag);
  }
  return undefined;
}

/** With a scheme only: a guessed one could send what it should not. */
function originOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined;
  const read = readTypedAddress(address);
  return read.kind === 'invalid' ? undefined : read.origins[0];
}

function partsOf(lines: string): { line: string; tag: string; address: string }[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [tag = '', ...rest] = line.split(/\s+/);
      return { line, tag: tag.toUpperCase(), address: rest.join(' ') };
    });
}
