/** How far apart two shares are, and whether that could be chance. */
export interface ShareDifference {
  readonly with: { readonly slow: number; readonly of: number; readonly share: number };
  readonly without: { readonly slow: number; readonly of: number; readonly share: number };
  /** Between these lies the true difference, 95 times of 100 (Newcombe's interval). */
  readonly low: number;
  readonly high: number;
  /** `few`: too little to say anything; `unclear`: it may be chance; `clear`: it is not. */
  readonly confidence: 'few' | 'unclear' | 'clear';
}

/** Fewer than this on either side say nothing. */
export const FEW = 20;
const Z = 1.96;

export function differenceOfShares(
  slowWith: number,
  withAll: number,
  slowWithout: number,
  withoutAll: number,
): ShareDifference {
  const a = wilson(slowWith, withAll);
  const b = wilson(slowWithout, withoutAll);
  const difference = a.share - b.share;
  const low = difference - Math.hypot(a.share - a.low, b.high - b.share);
  const high = difference + Math.hypot(a.high - a.share, b.share - b.low);
  return {
    with: { slow: slowWith, of: withAll, share: a.share },
    without: { slow: slowWithout, of: withoutAll, share: b.share },
    low,
    high,
    confidence: withAll < FEW || withoutAll < FEW ? 'few' : low > 0 || high < 0 ? 'clear' : 'unclear',
  };
}

/** Wilson's interval of a share: honest for small counts too. */
function wilson(hits: number, all: number): { share: number; low: number; high: number } {
  if (all === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / all;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * all)) / (1 + z2 / all);
  const half = (Z / (1 + z2 / all)) * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all * all));
  return { share, low: middle - half, high: middle + half };
}
