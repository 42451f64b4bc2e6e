/** All values of the selected row, beside its list. */
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/index.ts';
import styles from '../activity.module.css';

export interface Fact {
  readonly name: string;
  /** Left out when null or empty. */
  readonly value: ReactNode;
  /** In a block of its own, with line breaks: a query, an exception. */
  readonly block?: boolean;
}

export function Details(props: {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Copied as JSON. */
  readonly copy: unknown;
  readonly actions?: ReactNode;
}) {
  const { title, facts, copy, actions } = props;
  const shown = facts.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <section className={styles.details} aria-label={`Details of ${title}`}>
      <header className={styles.detailsHead}>
        <h3>{title}</h3>
        <CopyButton iconOnly label="Copy as JSON" text={() => JSON.stringify(copy, null, 2)} />
      </header>
      {actions && <div className={styles.actions}>{actions}</div>}
      <dl className={styles.facts}>
        {shown.map(({ name, value, block = false }) => (
          <div key={name} data-block={block}>
            <dt>{name}</dt>
            <dd>{block ? <pre tabIndex={0}>{value}</pre> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
