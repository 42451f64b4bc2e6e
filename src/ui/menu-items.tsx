import { Menu as Base } from '@base-ui/react/menu';
import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';
import popup from './popup.module.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly shortcut?: string | undefined;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Draws a separator above it. */
  readonly separated?: boolean;
  /** For a list of choices: the menu stays open. */
  readonly keepOpen?: boolean;
}

/** The entries of a menu and of a context menu. */
export function MenuItems({ items }: { readonly items: readonly MenuItem[] }): ReactNode {
  return items.map((item) => (
    <Fragment key={item.id}>
      {item.separated && <Base.Separator className={popup.separator} />}
      <Base.Item
        onClick={item.onSelect}
        closeOnClick={item.keepOpen !== true}
        disabled={item.disabled ?? false}
        label={item.label}
        className={classNames(popup.item, item.danger && popup.danger)}
      >
        <span className={popup.itemIcon} aria-hidden="true">
          {item.icon}
        </span>
        <span className={popup.itemText}>
          {item.label}
          {item.hint !== undefined && <span className={popup.itemHint}>{item.hint}</span>}
        </span>
        {item.shortcut !== undefined && <KeyHint keys={item.shortcut} />}
      </Base.Item>
    </Fragment>
  ));
}
