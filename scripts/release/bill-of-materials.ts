/** What is in the packages, as a CycloneDX 1.6 document: the npm packages that are shipped and the crates of the programs. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

export const cargoMetadata = z.object({
  packages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      license: z.string().nullable(),
      source: z.string().nullable(),
    }),
  ),
  resolve: z.object({
    nodes: z.array(
      z.object({
        id: z.string(),
        deps: z.array(
          z.object({ pkg: z.string(), dep_kinds: z.array(z.object({ kind: z.string().nullable() })) }),
        ),
      }),
    ),
  }),
});
export type CargoMetadata = z.infer<typeof cargoMetadata>;

export interface Component {
  readonly type: 'library' | 'framework';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** Shipped beside the bundles although it is a development dependency. */
const SHIPPED_RUNTIME = 'electron';

export function npmComponents(lockText: string): readonly Component[] {
  const { packages } = lockFile.parse(JSON.parse(lockText));
  return Object.entries(packages).flatMap(([path, { version, license, integrity, dev, link }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const isRuntime = name === SHIPPED_RUNTIME;
    if (path === '' || link === true || version === undefined || (dev === true && !isRuntime)) return [];
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return [
      {
        type: isRuntime ? ('framework' as const) : ('library' as const),
        'bom-ref': `${purl}?${path}`,
        ...{ name, version, purl },
        licenses: license === undefined ? [] : [{ expression: license }],
        ...(integrity?.startsWith('sha512-')
          ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity.slice('sha512-'.length)) }] }
          : {}),
      },
    ];
  });
}

/** Crates that are linked into the programs named `roots`, without those of builds and tests. */
export function crateComponents(metadata: CargoMetadata, roots: readonly string[]): readonly Component[] {
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const linked = new Set<string>();
  const visit = (id: string): void => {
    if (linked.has(id)) return;
    linked.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id)?.deps ?? [])
      if (kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  for (const { id, name } of metadata.packages) if (roots.includes(name)) visit(id);
  return metadata.packages
    .filter(({ id, source }) => linked.has(id) && source !== null)
    .map(({ name, version, license }) => {
      const purl = `pkg:cargo/${name}@${version}`;
      return {
        type: 'library',
        'bom-ref': purl,
        ...{ name, version, purl },
        // Old crates separate alternatives with a slash.
        licenses: license === null ? [] : [{ expression: license.replaceAll('/', ' OR ') }],
      };
    });
}

export function billOfMaterials(
  product: { readonly name: string; readonly version: string; readonly licence: string; readonly date: Date },
  components: readonly Component[],
): object {
  const sorted = [...components].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // From the contents: the same sources give the same document.
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([product.name, product.version, sorted]))}`,
    version: 1,
    metadata: {
      timestamp: product.date.toISOString(),
      component: {
        type: 'application',
        'bom-ref': product.name,
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.licence } }],
      },
    },
    components: sorted,
  };
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** Version 8: made from a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
