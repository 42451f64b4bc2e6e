/**
 * Other nodes as the lines of a text field: `B https://node-b.example.com`, followed by the fingerprint of a pinned
 * certificate. Pure.
 */
import { fingerprint, MAX_OTHER_NODES, otherNode, type OtherNode } from '../../contract/index.ts';
import { readTypedAddress } from './server-address.ts';

export function linesOfNodes(nodes: readonly OtherNode[]): string {
  return nodes.map(lineOf).join('\n');
}

/** The lines with the only accepted certificate of one node. Requires lines without a problem. */
export function withPinnedNode(lines: string, tag: string, pinnedCertificate: string): string {
  return linesOfNodes(
    nodesOfLines(lines).map((each) => (each.tag === tag ? { ...each, pinnedCertificate } : each)),
  );
}

/** Requires lines without a problem. */
export function nodesOfLines(lines: string): OtherNode[] {
  return partsOf(lines).map(({ tag, address, pinned }) => ({
    tag,
    url: originOf(address) ?? address,
    ...(pinned === undefined ? {} : { pinnedCertificate: pinned }),
  }));
}

/** `serverUrl`: nodes are reached with the same scheme. Undefined: no problem. */
export function nodesProblemOf(lines: string, serverUrl: string): string | undefined {
  const parts = partsOf(lines);
  if (parts.length > MAX_OTHER_NODES) return `Enter at most ${MAX_OTHER_NODES} nodes.`;
  const server = readTypedAddress(serverUrl);
  const schemes = server.kind === 'invalid' ? [] : server.origins.map((each) => new URL(each).protocol);
  const tags = new Set<string>();
  for (const { line, tag, address, pinned } of parts) {
    const origin = originOf(address);
    if (origin === undefined || !otherNode.safeParse({ tag, url: origin }).success)
      return `“${line}” is not a tag and an address, such as “B https://node-b.example.com”.`;
    if (pinned !== undefined && !fingerprint.safeParse(pinned).success)
      return `The fingerprint of node ${tag} is not a SHA-256 with 64 hexadecimal digits.`;
    if (pinned !== undefined && origin.startsWith('http:'))
      return `Node ${tag} has no certificate over http://. Remove its fingerprint, or enter an https:// address.`;
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

function lineOf({ tag, url, pinnedCertificate }: OtherNode): string {
  return `${tag} ${url}${pinnedCertificate === undefined ? '' : ` sha256:${pinnedCertificate}`}`;
}

interface NodeLine {
  readonly line: string;
  readonly tag: string;
  readonly address: string;
  readonly pinned: string | undefined;
}

function partsOf(lines: string): NodeLine[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [tag = '', address = '', ...rest] = line.split(/\s+/);
      return { line, tag: tag.toUpperCase(), address, pinned: digitsOf(rest.join('')) };
    });
}

/** Also as `AB:CD:…`, and as openssl prints it: `sha256 Fingerprint=AB:CD:…`. Undefined for an empty text. */
function digitsOf(text: string): string | undefined {
  const digits = text
    .replace(/^sha-?256(?:fingerprint)?[:=]/i, '')
    .replaceAll(':', '')
    .toLowerCase();
  return digits === '' ? undefined : digits;
}
