/** How an application connects, and the port of the sandbox for it. */
import type { ReactNode } from 'react';
import { useApplicationPort, useConnection, useSession, type ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { CodeTabs, CopyButton } from '../../ui/index.ts';
import styles from './applications.module.css';
import { SandboxPort } from './sandbox-port.tsx';
import { storeLanguages } from './store-code.ts';

/** In the code, while no port is open and no database is chosen. */
const EXAMPLE = { url: 'http://127.0.0.1:8080', database: 'shop' };

export default function ApplicationsScreen({ connectionId }: ScreenProps): ReactNode {
  const { database } = useSession();
  const connection = useConnection(connectionId);
  const open = useApplicationPort();
  const { builtIn } = capabilitiesOf(connectionId);
  const url = builtIn ? open?.url : connection?.kind === 'server' ? connection.url : undefined;
  const isSecured = url?.startsWith('https:') === true;
  const of = { url: url ?? EXAMPLE.url, database: database ?? EXAMPLE.database };
  return (
    <div className={styles.screen}>
      {builtIn ? <SandboxPort open={open} /> : <Address url={of.url} isSecured={isSecured} />}
      <section className={styles.code} aria-labelledby="store-code">
        <h2 id="store-code">Connect with an official client</h2>
        <p>
          {url === undefined
            ? 'The address is an example until the port is open.'
            : database === null
              ? 'The database is an example: choose one above to see its name here.'
              : `The code connects to ${database} and stores one document.`}
        </p>
        <CodeTabs
          what="code"
          tabs={storeLanguages.map(({ id, label, install, code }) => ({
            id,
            label,
            code: code(of),
            note: (
              <p className={styles.note}>
                Client: <code>{install}</code>
              </p>
            ),
          }))}
        />
      </section>
    </div>
  );
}

function Address(props: { readonly url: string; readonly isSecured: boolean }): ReactNode {
  return (
    <section className={styles.place} aria-labelledby="address">
      <h2 id="address">Address</h2>
      <p className={styles.address}>
        <code>{props.url}</code>
        <CopyButton label="Copy address" text={() => props.url} />
      </p>
      {props.isSecured && (
        <p>
          The server needs a client certificate: add it to the options of the store. Use a certificate of the
          application, not your own.
        </p>
      )}
    </section>
  );
}
