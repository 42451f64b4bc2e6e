/** The shapes of `description.ts`. */

export interface FileAssociation {
  /** MIME type. */
  readonly type: string;
  readonly title: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
  /** Whole file names with `*`, for formats that share an extension with others. */
  readonly patterns: readonly string[];
  /** The more general type that other programs can open it as. */
  readonly parent: string | null;
}

export interface PackageEntry {
  readonly role: 'asar' | 'unpacked' | 'debug';
  /** File or folder, relative to the repository. */
  readonly from: string;
  /** Of a folder: the relative paths (with `/`) that are taken; null: all. */
  readonly only: RegExp | null;
}
