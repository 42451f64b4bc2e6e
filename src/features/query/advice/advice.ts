import { autoIndexChurn } from './auto-index-churn.ts';
import {
  mixedNumbersOnServers,
  onServers,
  reversedBetween,
  unequalUnderOr,
  wholeNumbers,
} from './corax-rules.ts';
import { nullOrderOnServers } from './null-order.ts';
import {
  filterThatDrops,
  projectionOfStoredFields,
  sortOfEverything,
  totalOfEverything,
  wideTerms,
  type Advice,
  type AdviceInput,
  type Rule,
} from './rules.ts';
import { largeError, rowsOutside } from './spatial-error.ts';

const rules: readonly Rule[] = [
  onServers(unequalUnderOr),
  onServers(wholeNumbers),
  onServers(reversedBetween),
  onServers(mixedNumbersOnServers),
  nullOrderOnServers,
  rowsOutside,
  sortOfEverything,
  totalOfEverything,
  filterThatDrops,
  wideTerms,
  largeError,
  projectionOfStoredFields,
  autoIndexChurn,
];

/** Wrong results first, slow ones after. */
export function adviceOn(input: AdviceInput): readonly Advice[] {
  return rules.flatMap((rule) => rule(input));
}
