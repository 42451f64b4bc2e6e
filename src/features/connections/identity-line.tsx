import type { ReactNode } from 'react';
import { useIdentity } from '../../app/registry/index.ts';
import { pluralize } from '../../ui/index.ts';
import styles from './connections.module.css';

/** Who the server takes the certificate of the connection in use for. Others are not contacted for this. */
export function IdentityLine({ connectionId }: { readonly connectionId: string }): ReactNode {
  const identity = useIdentity(connectionId);
  if (identity === undefined) return null;
  if (identity === null)
    return <div className={styles.rowAddress}>The server does not know this certificate.</div>;
  const { name, clearance, permissions } = identity;
  const all = [...permissions].map(([database, right]) => `${database}: ${right}`);
  return (
    <div className={styles.rowAddress} title={all.join('\n')}>
      Known to the server as {name}, clearance {clearance}
      {clearance === 'ValidUser' && `, rights on ${pluralize(permissions.size, 'database')}`}
    </div>
  );
}
