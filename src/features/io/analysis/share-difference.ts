/** The difference of two shares, and whether it could be chance. */
export interface ShareDifference {
  readonly with: { readonly slow: number; readonly of: number; readonly share: number };
  readonly without: { readonly slow: number; readonly of: number; readonly share: number };
  /** The 95 % confidence interval of the difference (Newcombe). */
  readonly low: number;
  readonly high: number;
  /**
   * `few`: not enough data; `unclear`: may be chance; `none`: any difference is small; `clear`: there is a
   * difference.
   */
  readonly confidence: 'few' | 'unclear' | 'none' | 'clear';
}

/** Minimum number of writes on either side. */
export const FEW = 20;
/** Minimum number of slow writes on both sides together. */
export const FEW_SLOW = 10;
/** An interval around zero this narrow excludes a relevant difference. */
const NARROW = 0.25;
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
  function confidenceOf(): ShareDifference['confidence'] {
    if (withAll < FEW || withoutAll < FEW || slowWith + slowWithout < FEW_SLOW) return 'few';
    if (low > 0 || high < 0) return 'clear';
    return high - low < NARROW ? 'none' : 'unclear';
  }
  return {
    with: { slow: slowWith, of: withAll, share: a.share },
    without: { slow: slowWithout, of: withoutAll, share: b.share },
    low,
    high,
    confidence: confidenceOf(),
  };
}

/** Wilson's interval of a share: also valid for small counts. */
function wilson(hits: number, all: number): { share: number; low: number; high: number } {
  if (all === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / all;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * all)) / (1 + z2 / all);
  const half = (Z / (1 + z2 / all)) * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all * all));
  return { share, low: middle - half, high: middle + half };
}
