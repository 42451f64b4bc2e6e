/** The debug packages that are open in this window, as connections. Nothing of them is stored. */
import type { ConnectionView } from '../../contract/index.ts';
import type { DebugPackage, PackageNode } from './package-archive.ts';

interface OpenNode {
  readonly node: PackageNode;
  readonly pack: DebugPackage;
  readonly view: ConnectionView;
}

export class OpenPackages {
  private readonly nodes = new Map<string, OpenNode>();

  /** Opening the same file again replaces it. Returns the ids of its connections. */
  add(pack: DebugPackage): readonly string[] {
    for (const node of pack.nodes) this.nodes.set(node.id, { node, pack, view: viewOf(pack, node) });
    return pack.nodes.map(({ id }) => id);
  }

  close(id: string): void {
    this.nodes.delete(id);
  }

  get(id: string): OpenNode | undefined {
    return this.nodes.get(id);
  }

  get views(): readonly ConnectionView[] {
    return [...this.nodes.values()].map(({ view }) => view);
  }
}

/** One for the window: the port and the screens that open packages share it. */
export const openPackages = new OpenPackages();

const PREFIX = 'package-';
export const isPackageId = (connectionId: string): boolean => connectionId.startsWith(PREFIX);

const MAX_NAME = 120;

function viewOf({ name }: DebugPackage, { id, tag }: PackageNode): ConnectionView {
  const node = tag === null ? '' : `Node ${tag} · `;
  return {
    connection: {
      ...{ id, kind: 'server', colour: 'slate', mode: 'read-only', group: 'Debug packages' },
      name: `${node}${name}`.slice(0, MAX_NAME),
      // Never requested: the port answers for this id.
      url: 'http://debug-package.invalid',
    },
    needsPassword: false,
  };
}
