/** The context menu of a row: of its document, or of all selected ones. */
import {
  Braces,
  CalendarClock,
  Copy,
  CopyPlus,
  ExternalLink,
  Pencil,
  SquareSplitHorizontal,
  Trash2,
  Waypoints,
} from 'lucide-react';
import { pluralize, type MenuItem } from '../../../ui/index.ts';

export interface DocumentMenuActions {
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  /** Why the documents cannot be patched by their ids. */
  readonly patchRefusal: string | undefined;
  readonly open: (id: string, split?: boolean) => void;
  readonly copyId: () => void;
  readonly copyJson: () => void;
  readonly clone: () => void;
  readonly findReferences: () => void;
  readonly patch: () => void;
  readonly setDates: () => void;
  readonly remove: () => void;
}

/** `ids` are those of the actions; `id` is the row's own. */
export function documentMenu(
  ids: readonly string[],
  id: string,
  actions: DocumentMenuActions,
): readonly MenuItem[] {
  const { writeRefusal, patchRefusal } = actions;
  const several = ids.length > 1;
  const of = several ? ` ${pluralize(ids.length, 'document')}` : '';
  const disabled = writeRefusal !== undefined;
  const notPatched =
    patchRefusal === undefined ? { disabled: false } : { disabled: true, hint: patchRefusal };
  return [
    {
      id: 'open',
      label: 'Open',
      icon: <ExternalLink />,
      shortcut: 'Enter',
      onSelect: () => actions.open(id),
    },
    {
      id: 'split',
      label: 'Open in split',
      icon: <SquareSplitHorizontal />,
      onSelect: () => actions.open(id, true),
    },
    {
      id: 'copy',
      label: several ? `Copy ${pluralize(ids.length, 'id')}` : 'Copy id',
      icon: <Copy />,
      onSelect: actions.copyId,
    },
    {
      id: 'copy-json',
      label: several ? `Copy${of} as JSON` : 'Copy as JSON',
      icon: <Braces />,
      disabled: ids.length > MAX_COPIED,
      onSelect: actions.copyJson,
    },
    { id: 'references', label: 'Find references…', icon: <Waypoints />, onSelect: actions.findReferences },
    {
      id: 'clone',
      label: several ? `Clone${of}` : 'Clone…',
      icon: <CopyPlus />,
      separated: true,
      disabled,
      onSelect: actions.clone,
    },
    { id: 'patch', label: `Patch${of}…`, icon: <Pencil />, ...notPatched, onSelect: actions.patch },
    {
      id: 'dates',
      label: several ? `Set dates of${of}…` : 'Set dates…',
      icon: <CalendarClock />,
      ...notPatched,
      onSelect: actions.setDates,
    },
    {
      id: 'delete',
      label: `Delete${of}…`,
      icon: <Trash2 />,
      shortcut: 'Delete',
      danger: true,
      disabled,
      onSelect: actions.remove,
    },
  ];
}

/** The texts are in memory at once. */
export const MAX_COPIED = 1000;
