/** How far apart two shares are, and whether that could be chance. */
export interface ShareDifference {
  readonly with: { readonly slow: number; readonly of: number; readonly share: number };
  readonly without: { readonly slow: number; readonly of: number; readonly share: number };
  /** Between these lies the true difference, 95 times of 100 (Newcombe's interval). */
  readonly low: number;
  readonly high: number;
  /** `few`: too little to say anything; `unclear`: it may be chance; `none`: if there is a difference it is small; `clear`: there is one. */
  readonly confidence: 'few' | 'unclear' | 'none' | 'clear';
}

/** Fewer than this on either side say nothing. */
export const FEW = 20;
/** Fewer slow ones than this, on both sides together, say nothing either. */
export const FEW_SLOW = 10;
/** An interval around nothing as narrow as this speaks against a difference that matters. */
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

/** Wilson's interval of a share: honest for small counts too. */
function wilson(hits: number, all: number): { share: number; low: number; high: number } {
  if (all === 0) return { share: 0, low: 0, high: 1 };
  const share = hits / all;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * all)) / (1 + z2 / all);
  const half = (Z / (1 + z2 / all)) * Math.sqrt((share * (1 - share)) / all + z2 / (4 * all * all));
  return { share, low: middle - half, high: middle + half };
}
