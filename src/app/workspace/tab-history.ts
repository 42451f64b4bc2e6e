/** Back and forward through the active tabs, as in a browser. Pure. */
export interface TabHistory {
  /** Ids, the last visited last. */
  readonly back: readonly string[];
  /** Ids, the next one last. */
  readonly forward: readonly string[];
}

export const emptyHistory: TabHistory = { back: [], forward: [] };
const MAX_STEPS = 100;

/** The user activates another tab. */
export function visit(history: TabHistory, from: string | null, to: string): TabHistory {
  if (from === null || from === to) return history;
  return { back: [...history.back, from].slice(-MAX_STEPS), forward: [] };
}

/** The tab to return to, and the history afterwards; undefined when there is none. Closed tabs are skipped. */
export function step(
  history: TabHistory,
  direction: keyof TabHistory,
  current: string | null,
  isOpen: (id: string) => boolean,
): { readonly id: string; readonly history: TabHistory } | undefined {
  const steps = history[direction].filter((id) => isOpen(id) && id !== current);
  const id = steps.at(-1);
  if (id === undefined) return undefined;
  const rest = steps.slice(0, -1);
  const other = direction === 'back' ? 'forward' : 'back';
  const passed = current === null ? history[other] : [...history[other], current];
  return {
    id,
    history: direction === 'back' ? { back: rest, forward: passed } : { back: passed, forward: rest },
  };
}
