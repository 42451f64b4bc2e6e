import { PackageOpen, Plus, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { DisabledReason, Icon, type IconSource } from '../../ui/index.ts';
import styles from './dashboard.module.css';

/** A connection without databases: the next steps, most common first. */
export function FirstDatabase(props: {
  readonly builtIn: boolean;
  readonly connectionName: string;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  readonly onCreate: (withSample: boolean) => void;
}): ReactNode {
  const { builtIn, connectionName, writeRefusal, onCreate } = props;
  const session = useSession();
  return (
    <section className={styles.first} aria-labelledby="first-database">
      <h2 id="first-database">{builtIn ? 'Get started' : `${connectionName} has no databases yet`}</h2>
      <p>
        {builtIn
          ? 'The sandbox is a document database inside Rookery, on this machine. Use it to try everything before you use a server.'
          : 'Create a database to see its documents, queries, I/O and threads.'}
      </p>
      <div className={styles.choices}>
        <Choice
          icon={PackageOpen}
          title="Create a database with sample data"
          text="A small shop with companies, products and orders."
          disabledReason={writeRefusal}
          onClick={() => onCreate(true)}
          primary
        />
        <Choice
          icon={Plus}
          title="Create an empty database"
          text="Start without documents."
          disabledReason={writeRefusal}
          onClick={() => onCreate(false)}
        />
        {builtIn && (
          <Choice
            icon={Server}
            title="Connect to a server"
            text="Enter the address of a RavenDB node and your client certificate."
            onClick={() => session.openScreen('connections')}
          />
        )}
      </div>
    </section>
  );
}

function Choice(props: {
  readonly icon: IconSource;
  readonly title: string;
  readonly text: string;
  readonly primary?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onClick: () => void;
}): ReactNode {
  const content = (
    <>
      <span className={styles.choiceIcon} aria-hidden="true">
        <Icon source={props.icon} />
      </span>
      <span className={styles.choiceText}>
        <b>{props.title}</b>
        <span>{props.text}</span>
      </span>
    </>
  );
  const { disabledReason } = props;
  if (disabledReason !== undefined)
    return (
      <DisabledReason reason={disabledReason}>
        {(reason) => (
          <button type="button" className={styles.choice} {...reason}>
            {content}
          </button>
        )}
      </DisabledReason>
    );
  return (
    <button type="button" className={styles.choice} data-primary={props.primary} onClick={props.onClick}>
      {content}
    </button>
  );
}
