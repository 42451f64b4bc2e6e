import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabItem<Id extends string = string> {
  readonly id: Id;
  readonly label: ReactNode;
  readonly panel: ReactNode;
  readonly disabled?: boolean;
}

/** Tabs with one visible panel; the others are not rendered. Fills its container. */
export function Tabs<Id extends string>(props: {
  readonly items: readonly TabItem<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  readonly label?: string;
  /** Shown at the end of the tab strip. */
  readonly after?: ReactNode;
}): ReactNode {
  const { items, value, onChange, label, after } = props;
  return (
    <Base.Root
      className={styles.root}
      value={value}
      onValueChange={(next: unknown) => {
        const item = items.find((each) => each.id === next);
        if (item) onChange(item.id);
      }}
    >
      <div className={styles.strip}>
        <Base.List className={styles.list} aria-label={label} activateOnFocus={false}>
          {items.map((item) => (
            <Base.Tab key={item.id} value={item.id} disabled={item.disabled ?? false} className={styles.tab}>
              {item.label}
            </Base.Tab>
          ))}
        </Base.List>
        {after}
      </div>
      {items.map((item) => (
        <Base.Panel key={item.id} value={item.id} className={styles.panel}>
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
