import {
  Copy,
  Ellipsis,
  HardDrive,
  KeyRound,
  Pencil,
  Server,
  ShieldCheck,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ConnectionView, ServerConnection } from '../../contract/index.ts';
import { Badge, Button, IconButton, Menu, type MenuItem } from '../../ui/index.ts';
import { modeLabel, modes } from './connection-colour.ts';
import { ConnectionDot } from './connection-dot.tsx';
import { changeAccess, duplicateServer, editServer, removeServer } from './overlay-store.ts';
import { askPassword } from './password-prompt.tsx';
import styles from './connections.module.css';

export function ConnectionRow(props: {
  readonly view: ConnectionView;
  readonly current: boolean;
}): ReactNode {
  const { view, current } = props;
  const { connection, problem, needsPassword } = view;
  const session = useSession();
  const server = connection.kind === 'server' ? connection : null;
  const mode = modes.find((each) => each.value === connection.mode);
  return (
    <li className={styles.row}>
      <span className={styles.rowIcon} aria-hidden="true">
        {server ? <Server /> : <HardDrive />}
      </span>
      <div className={styles.rowText}>
        <div className={styles.rowName}>
          <ConnectionDot colour={connection.colour} />
          <b>{connection.name}</b>
          {current && <Badge tone="info">in use</Badge>}
          <Badge {...(mode === undefined ? {} : { title: mode.hint })}>{modeLabel(connection.mode)}</Badge>
          {server?.certificate && <Badge icon={<KeyRound />}>{server.certificate.kind.toUpperCase()}</Badge>}
          {needsPassword && <Badge tone="warning">password needed</Badge>}
        </div>
        <div className={styles.rowAddress}>
          {server ? <code>{server.url}</code> : 'Works offline. Data stays on this machine.'}
        </div>
        {problem !== undefined && (
          <div className={styles.rowProblem} role="status">
            <TriangleAlert aria-hidden="true" />
            {problem}
          </div>
        )}
      </div>
      <div className={styles.rowActions}>
        {needsPassword && (
          <Button icon={KeyRound} onClick={() => askPassword(connection.id, true)}>
            Unlock…
          </Button>
        )}
        <Button onClick={() => session.setConnection(connection.id)} aria-label={`Open ${connection.name}`}>
          Open
        </Button>
        <Menu
          align="end"
          trigger={<IconButton label={`Actions for ${connection.name}`} icon={Ellipsis} />}
          items={[
            {
              id: 'access',
              label: 'Change access…',
              icon: <ShieldCheck size={14} />,
              onSelect: () => changeAccess(connection),
            },
            ...(server === null ? [] : serverItems(server)),
          ]}
        />
      </div>
    </li>
  );
}

function serverItems(server: ServerConnection): MenuItem[] {
  return [
    { id: 'edit', label: 'Edit…', icon: <Pencil size={14} />, onSelect: () => editServer(server) },
    {
      id: 'copy',
      label: 'Duplicate…',
      icon: <Copy size={14} />,
      onSelect: () => duplicateServer(server),
    },
    {
      id: 'remove',
      label: 'Remove…',
      icon: <Trash2 size={14} />,
      danger: true,
      separated: true,
      onSelect: () => removeServer(server),
    },
  ];
}
