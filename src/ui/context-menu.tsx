import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { MenuItems, type MenuEntry } from './menu-items.tsx';
import { classNames } from './class-names.ts';
import popup from './popup.module.css';

/**
 * A menu at the pointer, or at the focused element for the menu key. `itemsAt` chooses the entries when it opens;
 * without entries the browser's menu appears.
 */
export function ContextMenu(props: {
  readonly target: ReactElement;
  readonly itemsAt: (event: MouseEvent) => readonly MenuEntry[];
}): ReactNode {
  const [items, setItems] = useState<readonly MenuEntry[]>([]);
  return (
    <Base.Root>
      <Base.Trigger
        render={props.target}
        onContextMenu={(event) => {
          const next = props.itemsAt(event);
          if (next.length === 0) event.preventBaseUIHandler();
          else setItems(next);
        }}
      />
      <Base.Portal>
        <Base.Positioner className={popup.positioner}>
          <Base.Popup className={classNames(popup.popup, popup.menu)}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
