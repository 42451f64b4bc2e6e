/** The database and the part of it that a mapped file belongs to, from its folder. Pure. */

export interface MappedOwner {
  /** A database, `Server`, or `Other files`; `…17mr` for a name that the server cut. */
  readonly top: string;
  /** `Documents`, `Index Orders_ByCompany`, `Configuration`, `System`. */
  readonly part: string;
}

/** Before what remains of a cut name. */
export const CUT = '…';

const PARTS_OF_A_DATABASE = ['Configuration', 'Indexes', 'Journals', 'Temp'];

/**
 * The owners of files in these folders. The sandbox writes complete paths. RavenDB omits the characters that all folders have
 * in common: `/Databases/shop` and `/System`, `/shop` and `/orders`, but `hop` and `hip` for `shop` and `ship`, and
 * `/Configuration` for the only database. The names of the databases complete what it omits, where one name is possible.
 */
export function mappedOwners(
  directories: Iterable<string>,
  databases: readonly string[],
): (directory: string, file: string) => MappedOwner {
  const cut = new Set<string>();
  for (const directory of directories) {
    const [first] = namesOf(directory);
    if (first !== undefined && isRelative(directory)) cut.add(first);
  }
  const omitted = omittedText(cut, databases);
  const only = databases.length === 1 ? databases[0] : undefined;

  function databaseOf(directory: string, first: string): string | undefined {
    if (isRelative(directory)) {
      if (omitted !== undefined) return omitted + first;
      // One folder can also be cut inside of `Configuration`, but never belongs to another database.
      return only ?? CUT + first;
    }
    if (databases.includes(first)) return first;
    return PARTS_OF_A_DATABASE.includes(first) ? (only ?? `${CUT}/${first}`) : undefined;
  }

  return (directory, file) => {
    const names = namesOf(directory);
    const suffix = file.endsWith('.journal') ? ' journals' : '';
    const databasesAt = names.lastIndexOf('Databases');
    const below = databasesAt >= 0 ? names[databasesAt + 1] : undefined;
    if (below !== undefined) return { top: below, part: partOf(names.slice(databasesAt + 2), suffix) };
    const [first] = names;
    if (first === undefined || names.includes('System'))
      return first === undefined
        ? { top: only ?? 'Other files', part: `Documents${suffix}` }
        : { top: 'Server', part: 'System' };
    const top = databaseOf(directory, first);
    if (top === undefined) return { top: 'Other files', part: directory };
    const isPart = !isRelative(directory) && PARTS_OF_A_DATABASE.includes(first) && top !== first;
    return { top, part: partOf(isPart ? names : names.slice(1), suffix) };
  };
}

function partOf([kind, index]: readonly string[], suffix: string): string {
  if (kind === 'Indexes' && index !== undefined) return `Index ${index}${suffix}`;
  return `${kind === 'Configuration' ? 'Configuration' : 'Documents'}${suffix}`;
}

const namesOf = (directory: string): readonly string[] =>
  directory.split(/[/\\]/).filter((name) => name !== '');

const isRelative = (directory: string): boolean => directory !== '' && !/^([/\\]|[A-Za-z]:)/.test(directory);

/** The text before every one of these names that makes all of them names of databases; undefined unless there is one. */
function omittedText(cut: ReadonlySet<string>, databases: readonly string[]): string | undefined {
  const [first, ...others] = cut;
  // A single name is ambiguous: another database without mapped files can end with it.
  if (first === undefined || others.length === 0) return undefined;
  const possible = databases
    .filter((name) => name.endsWith(first) && name !== first)
    .map((name) => name.slice(0, -first.length))
    .filter((text) => others.every((other) => databases.includes(text + other)));
  return possible.length === 1 ? possible[0] : undefined;
}
