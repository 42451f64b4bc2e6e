/** The columns of a grid that the user hid, saved by the columns that the grid has. */
import { useState } from 'react';

const PREFIX = 'rookery.hidden-columns.';

export function useHiddenColumns(
  columns: readonly { readonly id: string }[],
): readonly [hidden: ReadonlySet<string>, hide: (hidden: ReadonlySet<string>) => void] {
  const key = columns.map(({ id }) => id).join(' ');
  const [state, setState] = useState(() => ({ key, hidden: read(key) }));
  const current = state.key === key ? state : { key, hidden: read(key) };
  if (current !== state) setState(current);
  return [
    current.hidden,
    (hidden) => {
      write(key, hidden);
      setState({ key, hidden });
    },
  ];
}

function read(key: string): ReadonlySet<string> {
  const known = key.split(' ');
  const stored =
    storage()
      ?.getItem(PREFIX + key)
      ?.split(' ') ?? [];
  const hidden = new Set(stored.filter((id) => known.includes(id)));
  return hidden.size < known.length ? hidden : new Set();
}

function write(key: string, hidden: ReadonlySet<string>): void {
  if (hidden.size === 0) storage()?.removeItem(PREFIX + key);
  else storage()?.setItem(PREFIX + key, [...hidden].join(' '));
}

/** The browser can deny storage; then the choice lasts as long as the grid. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
