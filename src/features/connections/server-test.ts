/** Tests the addresses of a connection form: those of the server in turn, then each other node. */
import type { OtherNode, Port } from '../../contract/index.ts';
import { originsOf, toNodeTest, toTest, type ConnectionForm } from './connection-form.ts';
import { nodesOfLines } from './node-lines.ts';
import type { TestResult } from './test-steps.tsx';

export interface NodeTest {
  readonly node: OtherNode;
  readonly result: TestResult;
}

export interface FoundServer {
  /** Undefined: none of the addresses answers. */
  readonly origin: string | undefined;
  /** Of `origin`, else of the test that came furthest. */
  readonly result: TestResult;
}

/** The certificate of the server, where the test refused it. */
export const presentedIn = ({ steps }: TestResult) => steps.at(-1)?.serverCertificate;

export const hostKeyIn = ({ steps }: TestResult) => steps.at(-1)?.hostKey;

export async function findServer(
  port: Port,
  form: ConnectionForm,
  signal: AbortSignal,
): Promise<FoundServer> {
  let furthest: TestResult = { ok: false, steps: [] };
  for (const origin of originsOf(form)) {
    const result = await port.call('connections.test', toTest(form, origin), { signal });
    if (result.ok) return { origin, result };
    // A certificate that can be pinned says more than another protocol on the same port.
    if (result.steps.length > furthest.steps.length || presentedIn(result) !== undefined) furthest = result;
    // The route is the same for the other address, and each test through it can wait for a confirmation.
    if (failedOnRoute(result)) break;
  }
  return { origin: undefined, result: furthest };
}

/** One after the other: each can wait for a confirmation. */
export async function testNodes(port: Port, form: ConnectionForm, signal: AbortSignal): Promise<NodeTest[]> {
  const tested: NodeTest[] = [];
  for (const node of nodesOfLines(form.nodes))
    tested.push({ node, result: await port.call('connections.test', toNodeTest(form, node), { signal }) });
  return tested;
}

/** The route is the same for every address of the connection. */
export function failedOnRoute({ steps }: TestResult): boolean {
  const last = steps.at(-1);
  return last !== undefined && !last.ok && (last.step === 'proxy' || last.step === 'ssh');
}
