import { autoIndexChurn } from './auto-index-churn.ts';
import {
  mixedNumbersOnServers,
  onServers,
  reversedBetween,
  unequalUnderOr,
  wholeNumbers,
} from './corax-rules.ts';
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

const rules: readonly Rule[] = [
  onServers(unequalUnderOr),
  onServers(wholeNumbers),
  onServers(reversedBetween),
  onServers(mixedNumbersOnServers),
  sortOfEverything,
  totalOfEverything,
  filterThatDrops,
  wideTerms,
  projectionOfStoredFields,
  autoIndexChurn,
];

/** Wrong results first, slow ones after. */
export function adviceOn(input: AdviceInput): readonly Advice[] {
  return rules.flatMap((rule) => rule(input));
}
