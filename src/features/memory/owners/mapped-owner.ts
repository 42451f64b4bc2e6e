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
 * The owners of files in these folders. The sandbox writes complete paths. RavenDB 6.2.4 and 7.1.5 omit the same number of
 * characters from all of them, which depends on the folders that are mapped at the moment: `/Databases/shop` and `/System`,
 * `/shop` and `/orders`, `hop` and `rders`, or `/Configuration` for the only database. The names of the databases complete
 * what is omitted, where one name is possible.
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
  const completed = completeNames(cut, databases);
  const only = databases.length === 1 ? databases[0] : undefined;

  function databaseOf(directory: string, first: string): string | undefined {
    if (isRelative(directory)) {
      return completed.get(first) ?? only ?? CUT + first;
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

/**
 * The complete names of folders that lack the same number of characters, where exactly one number makes all of them names of
 * databases. A name that two databases end with is left out.
 */
function completeNames(cut: ReadonlySet<string>, databases: readonly string[]): ReadonlyMap<string, string> {
  const tops = [...cut];
  // A single name is ambiguous: it can also be the end of a folder inside of a database.
  if (tops.length < 2) return new Map();
  const namesWithout = (length: number) =>
    tops.map((top) => [top, databases.filter((name) => name.slice(length) === top)] as const);
  const longest = Math.max(0, ...databases.map((name) => name.length));
  const possible = Array.from({ length: longest }, (_, at) => namesWithout(at + 1)).filter((matches) =>
    matches.every(([, names]) => names.length > 0),
  );
  const [matches, ...others] = possible;
  if (matches === undefined || others.length > 0) return new Map();
  return new Map(
    matches.flatMap(([top, [name, ...more]]) =>
      name === undefined || more.length > 0 ? [] : [[top, name] as const],
    ),
  );
}
