import { useState, type ReactNode } from 'react';
import styles from './code-tabs.module.css';
import { CopyButton } from './copy-button.tsx';
import { Tabs } from './tabs.tsx';

export interface CodeTab {
  readonly id: string;
  /** The name of the language. */
  readonly label: string;
  readonly code: string;
  /** Above the code. */
  readonly note?: ReactNode;
}

/** The same program in several languages, to copy. */
export function CodeTabs(props: {
  /** What the code is, such as "worker": part of the accessible name. */
  readonly what: string;
  readonly tabs: readonly CodeTab[];
}): ReactNode {
  const { what, tabs } = props;
  const [chosen, setChosen] = useState(tabs[0]?.id ?? '');
  return (
    <Tabs
      label="Language"
      value={chosen}
      onChange={setChosen}
      items={tabs.map(({ id, label, code, note }) => ({
        id,
        label,
        panel: (
          <div className={styles.body}>
            {note}
            <pre className={styles.code} tabIndex={0} aria-label={`${label} ${what}`}>
              {code}
            </pre>
            <CopyButton label="Copy code" text={() => code} />
          </div>
        ),
      }))}
    />
  );
}
