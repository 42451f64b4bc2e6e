/** Actions on one or several indexes, as the entries of the context menu and of the toolbar's menu. */
import {
  ArrowLeftRight,
  Ban,
  Check,
  CircleCheck,
  Gauge,
  Lock,
  LockOpen,
  Pause,
  Play,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { formatCount, type MenuEntry, type MenuItem } from '../../../ui/index.ts';
import {
  disable,
  enable,
  locks,
  pause,
  planAction,
  priorities,
  remove,
  resetInPlace,
  resetSideBySide,
  resume,
  swapNow,
  type IndexAction,
} from './index-actions.ts';
import { isAuto } from './index-state.ts';

interface Entry {
  readonly action: IndexAction;
  readonly icon: ReactNode;
  readonly separated?: boolean;
  readonly shortcut?: string;
}

/** Several values of which an index has one; the current one is marked. */
interface Choice {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly separated?: boolean;
  readonly values: readonly Entry[];
}

const entries: readonly (Entry | Choice)[] = [
  { action: pause, icon: <Pause />, separated: true },
  { action: resume, icon: <Play /> },
  { action: disable, icon: <Ban /> },
  { action: enable, icon: <CircleCheck /> },
  {
    id: 'priority',
    label: 'Priority',
    icon: <Gauge />,
    separated: true,
    values: priorities.map((action) => ({ action, icon: <Gauge /> })),
  },
  {
    id: 'lock',
    label: 'Lock mode',
    icon: <Lock />,
    values: locks.map((action, place) => ({ action, icon: place === 0 ? <LockOpen /> : <Lock /> })),
  },
  { action: resetInPlace, icon: <RotateCcw />, separated: true },
  { action: resetSideBySide, icon: <RotateCcw /> },
  { action: swapNow, icon: <ArrowLeftRight /> },
  { action: remove, icon: <Trash2 />, separated: true, shortcut: 'Delete' },
];

type StartAction = (action: IndexAction, indexes: readonly IndexStats[]) => void;

export function actionItems(
  indexes: readonly IndexStats[],
  all: readonly IndexStats[],
  writeRefusal: string | undefined,
  start: StartAction,
): readonly MenuEntry[] {
  const onlyAuto = indexes.every(isAuto);
  const itemOf = (
    { action, icon, separated = false, shortcut }: Entry,
    isChoice: boolean,
  ): MenuItem | null => {
    const { names, refused } = planAction(action, indexes, all);
    const none = names.length === 0;
    if (none && action.hiddenWhenRefused) return null;
    const some = `${formatCount(names.length)} of ${formatCount(indexes.length)}`;
    const hint = none ? (isChoice ? undefined : refused[0]?.reason) : refused.length > 0 ? some : undefined;
    return {
      id: action.id,
      label: action.confirm === null ? action.label : `${action.label}…`,
      icon: none && isChoice ? <Check /> : icon,
      separated,
      shortcut,
      danger: action.danger,
      disabled: writeRefusal !== undefined || none,
      ...(hint === undefined || writeRefusal !== undefined ? {} : { hint }),
      onSelect: () => start(action, indexes),
    };
  };
  return entries.flatMap((entry): readonly MenuEntry[] => {
    if ('action' in entry) {
      const item = itemOf(entry, false);
      return item === null ? [] : [item];
    }
    // Auto indexes have no lock mode.
    if (entry.id === 'lock' && onlyAuto) return [];
    const { id, label, icon, separated = false } = entry;
    const items = entry.values.flatMap((value) => itemOf(value, true) ?? []);
    return [{ id, label, icon, separated, items, disabled: writeRefusal !== undefined }];
  });
}
