import {
  BadgeCheck,
  Copy,
  Ellipsis,
  HardDrive,
  KeyRound,
  Pencil,
  Pin,
  Server,
  ShieldCheck,
  Trash2,
  TriangleAlert,
  Waypoints,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import {
  fingerprintText,
  type ConnectionCheck,
  type ConnectionView,
  type ServerConnection,
} from '../../contract/index.ts';
import { Badge, Button, IconButton, Menu, pluralize, type MenuItem } from '../../ui/index.ts';
import { modeBadge, modes } from './connection-colour.ts';
import { kindOf, successorOf } from './certificate-entries.ts';
import { expiryOf, expiryTones } from './certificate-expiry.ts';
import { ConnectionDot } from './connection-dot.tsx';
import { ConnectionStateCell } from './connection-state-cell.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { IdentityLine } from './identity-line.tsx';
import {
  changeAccess,
  duplicateServer,
  editServer,
  manageCertificates,
  removeServer,
} from './overlay-store.ts';
import { routeLabel } from './route-label.ts';
import { askPassword } from './password-prompt.tsx';
import { useClock } from './use-clock.ts';
import styles from './connections.module.css';

const HOUR_MS = 3_600_000;

/** Drawn again only when its connection or its state changed: a list can have hundreds. */
export const ConnectionRow = memo(function ConnectionRow(props: {
  readonly view: ConnectionView;
  /** Of a server: undefined before the host reports it, null while it is checked for the first time. */
  readonly check: ConnectionCheck | null | undefined;
  readonly current: boolean;
}): ReactNode {
  const { view, check, current } = props;
  const { connection, problem, needsPassword, certificate, twoFactor } = view;
  const now = useClock(HOUR_MS);
  const expiry = certificate === undefined ? undefined : expiryOf(certificate, now, successorOf(view, now));
  const ended = expiry?.level === 'expired' || expiry?.level === 'not-yet-valid' ? expiry.text : undefined;
  const unreachable = check?.state === 'unreachable' ? check.message : undefined;
  const shownProblem = problem ?? ended ?? unreachable;
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
          {current && <Badge tone="info">In use</Badge>}
          <Badge {...(mode === undefined ? {} : { title: mode.hint })}>{modeBadge(connection.mode)}</Badge>
          {server?.certificate && <Badge icon={<KeyRound />}>{kindOf(server.certificate)}</Badge>}
          {expiry && (
            <Badge
              tone={expiryTones[expiry.level]}
              title={`${expiry.text} SHA-256: ${certificate?.fingerprint ?? ''}`}
            >
              {`certificate ${expiry.short}`}
            </Badge>
          )}
          {server?.otherCertificates !== undefined && (
            <Badge title="Open Certificates… to switch to them">
              {`+ ${pluralize(server.otherCertificates.length, 'other certificate')}`}
            </Badge>
          )}
          {server?.pinnedCertificate !== undefined && (
            <Badge
              icon={<Pin />}
              title={`Only this server certificate is accepted: SHA-256 ${fingerprintText(server.pinnedCertificate)}`}
            >
              pinned
            </Badge>
          )}
          {server?.route !== undefined && (
            <Badge icon={<Waypoints />} title={routeLabel(server.route).title}>
              {routeLabel(server.route).text}
            </Badge>
          )}
          {needsPassword && <Badge tone="warning">password needed</Badge>}
        </div>
        <div className={styles.rowAddress}>
          {server ? <code>{server.url}</code> : 'Works offline. Data stays on this machine.'}
        </div>
        {current && server?.certificate && <IdentityLine connectionId={connection.id} />}
        {shownProblem !== undefined && (
          // Many servers can change at once: the summary of the list is announced, not each of them.
          <div
            className={styles.rowProblem}
            {...(shownProblem === unreachable ? {} : { role: 'status' })}
            title={shownProblem}
          >
            <TriangleAlert aria-hidden="true" />
            <span>{shownProblem}</span>
          </div>
        )}
      </div>
      {server && (
        <ConnectionStateCell
          check={check}
          isSignedIn={twoFactor?.state === 'signed-in'}
          name={connection.name}
        />
      )}
      <div className={styles.rowActions}>
        {needsPassword && (
          <Button icon={KeyRound} onClick={() => askPassword(connection.id, true)}>
            Unlock…
          </Button>
        )}
        {server && <FavouriteButton connection={server} />}
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
            ...(server === null
              ? []
              : serverItems(server, () =>
                  session.openScreen('server-certificates', { connectionId: server.id }),
                )),
          ]}
        />
      </div>
    </li>
  );
});

function serverItems(server: ServerConnection, openCertificates: () => void): MenuItem[] {
  return [
    { id: 'edit', label: 'Edit…', icon: <Pencil size={14} />, onSelect: () => editServer(server) },
    // They need TLS.
    ...(server.url.startsWith('https:')
      ? [
          {
            id: 'certificates',
            label: 'Certificates…',
            icon: <KeyRound size={14} />,
            onSelect: () => manageCertificates(server),
          },
          {
            id: 'server-certificates',
            label: 'Certificates of the server',
            icon: <BadgeCheck size={14} />,
            onSelect: openCertificates,
          },
        ]
      : []),
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
