import { useEffect, useState } from 'react';

/** Whether a value was replaced less than `ms` ago. The first value counts as at rest. */
export function useIsChanging(value: object, ms: number): boolean {
  const [atRest, setAtRest] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return atRest !== value;
}
