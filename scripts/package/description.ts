/** The one description of the product that the packages of every system are made from. */
import { readFileSync } from 'node:fs';
import { inRoot } from '../paths.ts';
import type { FileAssociation, PackageEntry } from './description-types.ts';

const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly version: string;
  readonly license: string;
};

export const product = {
  /** Name of packages, programs, folders and the group of the capture program. */
  id: 'rookery',
  name: 'Rookery',
  /** Reverse-domain id: application user model id on Windows, bundle id on macOS, metadata on Linux. */
  appId: 'io.github.rookery',
  version: manifest.version,
  license: manifest.license,
  /** One line, no full stop: package lists show it. */
  summary: 'Studio for RavenDB-protocol document databases',
  /** Paragraphs of the long description. */
  description: [
    'Rookery opens a bundled offline database (the sandbox) and live servers through the same screens: documents, ' +
      'queries with their plans, indexes, dumps and backups, storage, cluster and activity.',
    'It also shows every journal write, flush and sync as a timeline, the execution of each query operator, and the ' +
      'stack of every thread.',
    'Rookery is independent of RavenDB Ltd; it uses the name RavenDB only to state compatibility.',
  ],
  /** Debian and RPM require an address; `.invalid` never resolves. */
  maintainer: 'Rookery contributors <packages@rookery.invalid>',
  copyright: 'Copyright (c) the Rookery contributors',
  categories: ['Development', 'Database'],
  keywords: ['RavenDB', 'RQL', 'NoSQL', 'document', 'database', 'query'],
} as const;

/** The programs on the path: the desktop program and the engine as a server. */
export const programs = { desktop: 'rookery', server: 'rookeryd', capture: 'stackcap' } as const;

/** The drawing, and the sizes that are rendered from it. Windows combines them in one `.ico`. */
export const icons = {
  drawing: 'assets/icons/rookery.svg',
  /** `assets/icons/rookery-SIZE.png`, rendered by `node scripts/package/render-icons.ts`. */
  sizes: [16, 24, 32, 48, 64, 128, 256, 512],
  png: (size: number): string => `assets/icons/rookery-${size}.png`,
} as const;

/** Types with an extension of their own become associations on every system; the others only where patterns exist. */
export const associations: readonly FileAssociation[] = [
  {
    type: 'application/x-ravendbdump',
    title: 'RavenDB dump',
    extensions: ['ravendbdump'],
    patterns: [],
    parent: null,
  },
  {
    type: 'text/x-rql',
    title: 'RQL query',
    extensions: ['rql'],
    patterns: [],
    parent: 'text/plain',
  },
  {
    type: 'application/x-rookery-recording',
    title: 'Recording of a RavenDB server',
    extensions: ['rookery'],
    patterns: [],
    parent: 'application/zip',
  },
  {
    type: 'application/x-ravendb-io-recording+json',
    title: 'RavenDB I/O recording',
    extensions: [],
    // The name that RavenDB Studio and Rookery suggest.
    patterns: ['IOStats-of-*.json'],
    parent: 'application/json',
  },
  {
    type: 'application/x-rookery-stacks+json',
    title: 'Thread stacks',
    extensions: ['speedscope.json'],
    patterns: ['rookery-stacks*.json', 'rookery-profile*.json', 'threads-*.json'],
    parent: 'application/json',
  },
  {
    type: 'text/x-folded-stacks',
    title: 'Folded stacks',
    extensions: ['folded', 'folded.txt'],
    patterns: [],
    parent: 'text/plain',
  },
];

/**
 * What is packed, by role, relative to the repository. `asar`: in resources/app.asar. `unpacked`: in
 * resources/app.asar.unpacked at the same path (`.node` files and programs cannot run from an archive; Windows adds
 * `.exe` to programs). `debug`: not in the packages, in an archive of its own.
 */
export const contents: readonly PackageEntry[] = [
  { role: 'asar', from: 'dist/electron', only: /\.cjs$/ },
  { role: 'asar', from: 'dist/renderer', only: /^(?!.*\.map$)/ },
  { role: 'asar', from: 'LICENSE', only: null },
  { role: 'unpacked', from: 'dist/native/rookery.node', only: null },
  { role: 'unpacked', from: 'dist/native/stackcap', only: null },
  { role: 'unpacked', from: 'dist/native/rookeryd', only: null },
  { role: 'debug', from: 'dist/native/rookery.node.debug', only: null },
  { role: 'debug', from: 'dist/native/rookeryd.debug', only: null },
];

/** Largest sizes in MB (10^6 bytes); a larger package fails. */
export const budgets = { packageWithElectron: 130, serverCompressed: 12 } as const;

/** Where the program looks for newer releases, if the user turns that on. */
export interface UpdateFeed {
  /** https. */
  readonly url: string;
  /** Ed25519, as base64 of its SubjectPublicKeyInfo. `node scripts/release/sign-feed.ts --new-key` makes a pair. */
  readonly publicKey: string;
}

/** Null: no feed is published yet. The program says so, and its check cannot be turned on. */
export const updateFeed: UpdateFeed | null = null;
