import { reversedBetween, unequalUnderOr, wholeNumbers } from './corax-rules.ts';
import {
  filterThatDrops,
  projectionOfStoredFields,
  sortOfEverything,
  wideTerms,
  type Advice,
  type AdviceInput,
  type Rule,
} from './rules.ts';

const rules: readonly Rule[] = [
  unequalUnderOr,
  wholeNumbers,
  reversedBetween,
  sortOfEverything,
  filterThatDrops,
  wideTerms,
  projectionOfStoredFields,
];

/** Wrong results first, slow ones after. */
export function adviceOn(input: AdviceInput): readonly Advice[] {
  return rules.flatMap((rule) => rule(input));
}
