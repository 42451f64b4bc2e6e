/** The first values of indexes that this screen saw since it was opened. */
import { useState } from 'react';
import { noFirstValues, withFirstValues, type FirstValues } from './growth.ts';

/** `at` is the time of the reading, epoch ms; `values` is undefined until there is one. */
export function useFirstValues(values: ReadonlyMap<string, number> | undefined, at: number): FirstValues {
  const [first, setFirst] = useState(noFirstValues);
  const next = values === undefined ? first : withFirstValues(first, values, at);
  // State derived from earlier renders: React renders again before it shows anything.
  if (next !== first) setFirst(next);
  return next;
}
