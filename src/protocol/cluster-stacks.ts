/**
 * Stacks of all cluster nodes. There is no endpoint for them, so this requests the cluster debug package: a zip with
 * one zip per node (`Node - [A].zip`), each with `server-wide/admin.threads.stack-trace.json`, or `….error` with the
 * failure of that node.
 */
import { fromBase64 } from './base64.ts';
import type { ServerClient } from './client.ts';
import { PortError } from '../contract/index.ts';
import { readServerError } from './server-error.ts';
import { readStackCapture, type StackCapture, type StackGroup } from './thread-stacks.ts';
import type { ThreadUsage } from './threads.ts';
import { zipEntries, type ZipEntry } from './zip-entries.ts';

/** Pauses the process of every node: call it only on user request. */
export async function captureClusterStacks(
  server: ServerClient,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<StackCapture> {
  const response = await server.send('GET', '/admin/debug/cluster-info-package', {
    query: { stacktraces: 'true' },
    answerBytes: true,
    signal: options.signal,
    timeoutMs: 300_000,
  });
  return readClusterPackage(fromBase64(response.body), 'the cluster debug package');
}

/** Reads the package of a cluster, or of a single node. */
export async function readClusterPackage(archive: Uint8Array, what: string): Promise<StackCapture> {
  try {
    const outer = zipEntries(archive);
    const nodes = outer.filter((entry) => nodeTag(entry.name) !== null);
    const groups: StackGroup[] = [];
    const threads: ThreadUsage[] = [];
    const failures: { node: string; error: string }[] = [];
    const parts = nodes.length > 0 ? nodes : [null];
    for (const part of parts) {
      const node = part === null ? null : nodeTag(part.name);
      const tag = node ?? '?';
      try {
        const found = await stacksOf(part === null ? outer : zipEntries(await part.read()), tag);
        groups.push(...found.groups.map((group) => ({ ...group, node })));
        if (parts.length === 1) threads.push(...found.threads);
      } catch (thrown) {
        // A failed node must not hide the results of the others.
        failures.push({ node: tag, error: thrown instanceof Error ? thrown.message : String(thrown) });
      }
    }
    return { groups, threads, facts: null, failures, raw: clusterJson(groups, failures) };
  } catch (thrown) {
    if (thrown instanceof PortError) throw thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new PortError({ code: 'bad-request', message: `Cannot read ${what}: ${message}`, detail: '' });
  }
}

async function stacksOf(entries: readonly ZipEntry[], node: string): Promise<StackCapture> {
  if (entries.length === 0)
    throw new Error('The package is empty: the server is passive and does not belong to a cluster.');
  // Older builds prefix the path with `debug`; the end of the name is stable.
  const named = (ending: string) =>
    entries.find((entry) => entry.name.endsWith(`threads.stack-trace.${ending}`));
  const json = named('json');
  const text = async (entry: ZipEntry) => new TextDecoder().decode(await entry.read());
  if (json) return readStackCapture(await text(json), `the stacks of node ${node}`);
  const error = named('error') ?? named('txt');
  if (error) throw new Error(reasonIn(await text(error)));
  throw new Error('The package contains no stacks. The server version may be too old.');
}

/** The `.error` files hold either the server's error object or the plain text of an exception. */
function reasonIn(text: string): string {
  if (text.trimStart().startsWith('{')) return readServerError(500, '', text).message;
  const lines = text.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => line !== '' && !line.startsWith('Exception throw time')) ??
    'The node gave no reason.'
  );
}

function nodeTag(name: string): string | null {
  return /^Node - \[(.+)\]\.zip$/.exec(name)?.[1] ?? null;
}

/** The format of RavenDB Studio for several nodes, so that an export opens there. */
export function clusterJson(
  groups: readonly StackGroup[],
  failures: readonly { readonly node: string; readonly error: string }[],
): string {
  const tags = new Set([
    ...groups.map((group) => group.node ?? '?'),
    ...failures.map((failure) => failure.node),
  ]);
  const nodes = [...tags].map((tag) => {
    const failure = failures.find((each) => each.node === tag);
    return {
      NodeTag: tag,
      Stacks: groups
        .filter((group) => (group.node ?? '?') === tag)
        .map((group) => ({
          ThreadIds: group.threadIds,
          NativeThreads: group.native ?? false,
          StackTrace: group.frames,
        })),
      ...(failure ? { Error: failure.error } : {}),
    };
  });
  return JSON.stringify(nodes, null, 2);
}
