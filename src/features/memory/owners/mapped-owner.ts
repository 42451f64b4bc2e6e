/** The database and the part of it that a mapped file belongs to, from its folder. Pure. */

export interface MappedOwner {
  /** A database, `Server`, or `Other files`. */
  readonly top: string;
  /** `Documents`, `Index Orders_ByCompany`, `Configuration`, `System`. */
  readonly part: string;
}

/** RavenDB writes folders below its data folder (`/Databases/shop`), the sandbox complete paths. */
export function mappedOwner(directory: string, file: string): MappedOwner {
  const names = directory.split(/[/\\]/).filter((name) => name !== '');
  const databases = names.lastIndexOf('Databases');
  const database = databases >= 0 ? names[databases + 1] : undefined;
  if (database !== undefined) {
    const [kind, index] = names.slice(databases + 2);
    const suffix = file.endsWith('.journal') ? ' journals' : '';
    if (kind === 'Indexes' && index !== undefined) return { top: database, part: `Index ${index}${suffix}` };
    if (kind === 'Configuration') return { top: database, part: `Configuration${suffix}` };
    return { top: database, part: `Documents${suffix}` };
  }
  if (names.includes('System')) return { top: 'Server', part: 'System' };
  return { top: 'Other files', part: directory };
}
