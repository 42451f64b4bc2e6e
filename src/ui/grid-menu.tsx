/** The entries of a grid's context menu that every grid has: copy, sort, and the choice of columns. */
import { Check } from 'lucide-react';
import type { GridSort } from './grid-column.ts';
import type { MenuEntry, MenuItem } from './menu-items.tsx';

interface MenuColumn {
  readonly id: string;
  readonly title: string;
  readonly sortable?: boolean;
}

export interface GridMenuChoices {
  /** All columns, hidden ones too. */
  readonly columns: readonly MenuColumn[];
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (hidden: ReadonlySet<string>) => void;
  /** The column of the cell; undefined outside cells. */
  readonly column: MenuColumn | undefined;
  readonly sort: GridSort | null;
  readonly onSort: ((column: string) => void) | undefined;
  /** Null without a row. */
  readonly onCopy: ((what: 'cell' | 'row') => void) | null;
}

export function gridMenu(choices: GridMenuChoices): readonly MenuEntry[] {
  const { columns, hidden, onHide, column, sort, onSort, onCopy } = choices;
  const shown = columns.filter(({ id }) => !hidden.has(id));
  const entries: MenuEntry[] = [];
  if (onCopy)
    entries.push(
      { id: '@copy-cell', label: 'Copy cell', shortcut: 'Mod+C', onSelect: () => onCopy('cell') },
      { id: '@copy-row', label: 'Copy row', shortcut: 'Mod+Shift+C', onSelect: () => onCopy('row') },
    );
  if (column?.sortable === true && onSort)
    entries.push({
      id: '@sort',
      label: sort?.column === column.id ? sortAgain(column, sort) : `Sort by ${column.title}`,
      separated: true,
      onSelect: () => onSort(column.id),
    });
  if (columns.length < 2) return entries;
  if (column)
    entries.push({
      id: '@hide',
      label: `Hide column ${column.title}`,
      separated: !(column.sortable === true && onSort),
      disabled: shown.length < 2,
      onSelect: () => onHide(new Set([...hidden, column.id])),
    });
  entries.push({ id: '@columns', label: 'Columns', separated: !column, items: columnItems(choices) });
  return entries;
}

function sortAgain({ title }: MenuColumn, sort: GridSort): string {
  return sort.descending ? `Change the sort by ${title}` : `Sort by ${title}, descending`;
}

function columnItems({ columns, hidden, onHide }: GridMenuChoices): readonly MenuItem[] {
  const toggled = (id: string): ReadonlySet<string> => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    return next;
  };
  const items = columns.map(({ id, title }): MenuItem => ({
    id: `@column:${id}`,
    label: title,
    ...(hidden.has(id) ? { hint: 'hidden' } : { icon: <Check size={14} /> }),
    disabled: !hidden.has(id) && columns.length - hidden.size < 2,
    onSelect: () => onHide(toggled(id)),
  }));
  if (hidden.size === 0) return items;
  return [
    ...items,
    { id: '@all', label: 'Show all columns', separated: true, onSelect: () => onHide(new Set()) },
  ];
}

/** The entries of one part of a menu, below a line unless it is the first part. */
export function separated([first, ...others]: readonly MenuEntry[], part: number): readonly MenuEntry[] {
  return first ? [part === 0 ? first : { ...first, separated: true }, ...others] : [];
}
