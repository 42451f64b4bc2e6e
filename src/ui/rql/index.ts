/** What RQL texts contain, without React and Monaco; editor.ts has the parts for editors. */
export {
  hasFilter,
  hasLimit,
  includesTimings,
  isGrouped,
  offsetWithoutTimings,
  parameterNames,
  queriedCollection,
  queriedIndex,
  selectsWith,
  sourceAlias,
  withoutClauses,
  withTimings,
} from './clauses.ts';
export { reservedWords, type Dialect } from './keywords.ts';
export { limitOf, withoutLimit, type QueryLimit } from './limit.ts';
export {
  formatHeaderText,
  freeName,
  fullName,
  placeOf,
  readHeaderText,
  type HeaderText,
} from './saved-text.ts';
export type { CompletionNames } from './suggestions.ts';
export { clauseWords, tokenize, type Token } from './tokens.ts';
export { splitUpdate, type UpdateParts } from './update-clause.ts';
