/** A section without a form of its own: title, state, explanation. */
import { useId, type ReactNode } from 'react';
import { Badge, type BadgeTone } from '../../ui/index.ts';
import styles from './settings.module.css';
import { useScrollTo } from './use-scroll-to.ts';

export interface PlainSectionProps {
  /** Its name in links from other screens and in the list of sections. */
  readonly anchor: string;
  readonly title: string;
  readonly about: string;
  /** Badge: the current state; undefined while it is not known. */
  readonly state?: { readonly tone: BadgeTone; readonly words: string } | undefined;
  readonly wanted: boolean;
  readonly loaded: boolean;
  readonly children: ReactNode;
}

export function PlainSection(props: PlainSectionProps) {
  const { anchor, title, about, state, wanted, loaded, children } = props;
  const heading = useId();
  const here = useScrollTo(wanted, loaded);
  return (
    <section
      ref={here}
      className={styles.section}
      tabIndex={-1}
      data-section={anchor}
      aria-labelledby={heading}
      data-wanted={wanted || undefined}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {state && <Badge tone={state.tone}>{state.words}</Badge>}
      </header>
      <p className={styles.about}>{about}</p>
      {children}
    </section>
  );
}
