/** The screens that show parts of the package. */
import { isScreenRegistered, useSession } from '../../app/registry/index.ts';
import type { PackageNode } from '../../protocol/debug-package/package-archive.ts';
import { Button } from '../../ui/index.ts';
import styles from './debug-package.module.css';

interface Link {
  readonly screen: string;
  readonly label: string;
  /** A file without which the screen is empty. */
  readonly route: string;
}
const ofServer: readonly Link[] = [
  { screen: 'threads', label: 'Threads and stacks', route: 'admin/threads/runaway' },
  { screen: 'memory', label: 'Memory', route: 'admin/memory/stats' },
  { screen: 'cluster', label: 'Cluster', route: 'cluster/topology' },
  { screen: 'activity', label: 'Activity and log', route: 'admin/threads/runaway' },
];
const ofDatabase: readonly Link[] = [
  { screen: 'io', label: 'I/O', route: 'io-metrics' },
  { screen: 'indexes', label: 'Indexes', route: 'indexes/stats' },
  { screen: 'settings', label: 'Settings', route: 'database-record' },
];
/** More databases are chosen in the title strip. */
const MAX_DATABASES = 6;

export function ScreenLinks({ node }: { readonly node: PackageNode }) {
  const session = useSession();
  const links = (database: string | null, from: readonly Link[]) =>
    from
      .filter(({ screen, route }) => isScreenRegistered(screen) && node.find(database, route) !== undefined)
      .map(({ screen, label }) => (
        <Button
          key={screen}
          variant="ghost"
          onClick={() =>
            session.openScreen(screen, {
              connectionId: node.id,
              ...(database === null ? {} : { database }),
            })
          }
        >
          {label}
        </Button>
      ));
  return (
    <ul className={styles.links} aria-label="Screens of the package">
      <li>
        <b>Server</b> {links(null, ofServer)}
      </li>
      {node.databases.slice(0, MAX_DATABASES).map((database) => (
        <li key={database}>
          <b>{database}</b> {links(database, ofDatabase)}
        </li>
      ))}
      {node.databases.length > MAX_DATABASES && (
        <li>{node.databases.length - MAX_DATABASES} more databases: choose one in the title strip.</li>
      )}
    </ul>
  );
}
