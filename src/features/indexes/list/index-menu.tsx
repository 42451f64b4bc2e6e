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
import { formatCount, type MenuItem } from '../../../ui/index.ts';
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
  /** One of several values: the current one is marked. */
  readonly isChoice?: boolean;
}

const entries: readonly Entry[] = [
  { action: pause, icon: <Pause />, separated: true },
  { action: resume, icon: <Play /> },
  { action: disable, icon: <Ban /> },
  { action: enable, icon: <CircleCheck /> },
  ...priorities.map((action, place) => ({
    action,
    icon: <Gauge />,
    separated: place === 0,
    isChoice: true,
  })),
  ...locks.map((action, place) => ({
    action,
    icon: place === 0 ? <LockOpen /> : <Lock />,
    separated: place === 0,
    isChoice: true,
  })),
  { action: resetInPlace, icon: <RotateCcw />, separated: true },
  { action: resetSideBySide, icon: <RotateCcw /> },
  { action: swapNow, icon: <ArrowLeftRight /> },
  { action: remove, icon: <Trash2 />, separated: true, shortcut: 'Delete' },
];

export function actionItems(
  indexes: readonly IndexStats[],
  all: readonly IndexStats[],
  writeRefusal: string | undefined,
  start: (action: IndexAction, indexes: readonly IndexStats[]) => void,
): readonly MenuItem[] {
  const onlyAuto = indexes.every(isAuto);
  return entries.flatMap(({ action, icon, separated = false, shortcut, isChoice = false }): MenuItem[] => {
    const { names, refused } = planAction(action, indexes, all);
    const none = names.length === 0;
    if (none && (action.hiddenWhenRefused || (onlyAuto && locks.includes(action)))) return [];
    const some = `${formatCount(names.length)} of ${formatCount(indexes.length)}`;
    const hint = none ? (isChoice ? undefined : refused[0]?.reason) : refused.length > 0 ? some : undefined;
    return [
      {
        id: action.id,
        label: action.confirm === null ? action.label : `${action.label}…`,
        icon: none && isChoice ? <Check /> : icon,
        separated,
        shortcut,
        danger: action.danger,
        disabled: writeRefusal !== undefined || none,
        ...(hint === undefined || writeRefusal !== undefined ? {} : { hint }),
        onSelect: () => start(action, indexes),
      },
    ];
  });
}
