import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Button, Select, TextField } from '../../ui/index.ts';
import type { ConnectionForm, FormProblems } from './connection-form.ts';
import { ForgetRoutePassword } from './forget-route-password.tsx';
import { PathField } from './path-field.tsx';
import type { SshKeySource } from './route-form.ts';
import { SavePassword } from './save-password.tsx';
import certificateStyles from './certificates.module.css';
import styles from './connections.module.css';

const sources: readonly { value: SshKeySource; label: string; hint: string }[] = [
  { value: 'agent', label: 'SSH agent', hint: 'Keys that ssh-add has loaded' },
  { value: 'file', label: 'Key file', hint: 'A private key, as ssh-keygen writes it' },
];

/** The SSH server that forwards to the server of the connection. */
export function SshFields(props: {
  readonly form: ConnectionForm;
  readonly problems: FormProblems;
  readonly canChoose: boolean;
  readonly isSaved: boolean;
  readonly onChange: (part: Partial<ConnectionForm>) => void;
}): ReactNode {
  const { form, problems, canChoose, isSaved, onChange } = props;
  const { port } = useSession();
  return (
    <>
      <div className={styles.hostAndPort}>
        <TextField
          label="SSH server"
          value={form.sshHost}
          // Another server has another host key.
          onChange={(sshHost) => onChange({ sshHost, sshHostKey: '' })}
          error={problems.sshHost}
          placeholder="gateway.example.com"
          mono
        />
        <TextField
          label="SSH port"
          value={form.sshPort}
          onChange={(sshPort) => onChange({ sshPort, sshHostKey: '' })}
          error={problems.sshPort}
          inputMode="numeric"
          mono
        />
      </div>
      <TextField
        label="SSH user"
        value={form.sshUser}
        onChange={(sshUser) => onChange({ sshUser })}
        error={problems.sshUser}
      />
      <Select
        label="SSH key"
        value={form.sshKeyFrom}
        onChange={(sshKeyFrom) => onChange({ sshKeyFrom })}
        options={sources}
      />
      {form.sshKeyFrom === 'file' && (
        <>
          <PathField
            label="SSH key file"
            value={form.sshKeyPath}
            onChange={(sshKeyPath) => onChange({ sshKeyPath })}
            extensions={[]}
            placeholder="/home/me/.ssh/id_ed25519"
            canChoose={canChoose}
            error={problems.sshKeyPath}
          />
          <TextField
            label="Passphrase of the SSH key"
            type="password"
            value={form.routePassword}
            onChange={(routePassword) => onChange({ routePassword })}
            hint={
              isSaved
                ? 'Leave empty to keep the saved passphrase.'
                : 'Leave empty if the key is not encrypted.'
            }
          />
          {isSaved && form.id !== null && <ForgetRoutePassword id={form.id} subject="passphrase" />}
          {form.routePassword !== '' && (
            <SavePassword
              port={port}
              subject="the passphrase"
              checked={form.saveRoutePassword}
              onChange={(saveRoutePassword) => onChange({ saveRoutePassword })}
            />
          )}
        </>
      )}
      {form.sshHostKey === '' ? (
        <p className={styles.hint}>Use Test to read the host key of the SSH server and accept it.</p>
      ) : (
        <section className={certificateStyles.box} aria-label="Accepted host key">
          <div className={certificateStyles.boxTitle}>
            <b>Accepted host key</b>
            <Button onClick={() => onChange({ sshHostKey: '' })}>Remove host key</Button>
          </div>
          <code className={styles.hostKey}>{form.sshHostKey}</code>
          <p className={certificateStyles.hint}>
            An SSH server with another key is refused before a key is used.
          </p>
        </section>
      )}
    </>
  );
}
