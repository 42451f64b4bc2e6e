/** Caches the texts of a frame: it appears in many cells and is drawn on every scroll. Pure. */
import type { FrameLook } from './frame-look.ts';

export function cacheFrameLook(look: FrameLook): FrameLook {
  return {
    ...look,
    shortName: cached(look.shortName),
    isOwn: cached(look.isOwn),
    ...(look.kindOf ? { kindOf: cached(look.kindOf) } : {}),
  };
}

function cached<T>(of: (frame: string) => T): (frame: string) => T {
  const known = new Map<string, T>();
  return (frame) => {
    let value = known.get(frame);
    if (value === undefined) {
      value = of(frame);
      known.set(frame, value);
    }
    return value;
  };
}
