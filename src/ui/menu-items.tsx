import { Menu as Base } from '@base-ui/react/menu';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { KeyHint } from './key-hint.tsx';
import popup from './popup.module.css';

interface MenuLine {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly disabled?: boolean;
  /** Draws a separator above it. */
  readonly separated?: boolean;
}

export interface MenuItem extends MenuLine {
  readonly onSelect: () => void;
  readonly shortcut?: string | undefined;
  readonly danger?: boolean;
  /** For a list of choices: the menu stays open. */
  readonly keepOpen?: boolean;
}

/** Opens a menu next to it: for a list of choices that would lengthen the menu. */
export interface Submenu extends MenuLine {
  readonly items: readonly MenuItem[];
}

export type MenuEntry = MenuItem | Submenu;

/** The entries of a menu and of a context menu. */
export function MenuItems({ items }: { readonly items: readonly MenuEntry[] }): ReactNode {
  return items.map((item) => (
    <Fragment key={item.id}>
      {item.separated && <Base.Separator className={popup.separator} />}
      {'items' in item ? <SubmenuItem item={item} /> : <ActionItem item={item} />}
    </Fragment>
  ));
}

function ActionItem({ item }: { readonly item: MenuItem }): ReactNode {
  return (
    <Base.Item
      onClick={item.onSelect}
      closeOnClick={item.keepOpen !== true}
      disabled={item.disabled ?? false}
      label={item.label}
      className={classNames(popup.item, item.danger && popup.danger)}
    >
      <ItemText item={item} />
      {item.shortcut !== undefined && <KeyHint keys={item.shortcut} />}
    </Base.Item>
  );
}

function SubmenuItem({ item }: { readonly item: Submenu }): ReactNode {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger disabled={item.disabled ?? false} label={item.label} className={popup.item}>
        <ItemText item={item} />
        <ChevronRight size={14} aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner alignOffset={-4} className={popup.positioner}>
          <Base.Popup className={classNames(popup.popup, popup.menu)}>
            <MenuItems items={item.items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

function ItemText({ item }: { readonly item: MenuLine }): ReactNode {
  return (
    <>
      <span className={popup.itemIcon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={popup.itemText}>
        {item.label}
        {item.hint !== undefined && <span className={popup.itemHint}>{item.hint}</span>}
      </span>
    </>
  );
}
