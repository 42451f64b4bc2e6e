/** What the person enters before a copy. Pure. */
import { pluralize } from '../../../ui/format.ts';
import { newNameProblem, proposedName } from './database-name.ts';
import { readFieldList } from '../../../document-copy/copied-document.ts';
import { limits, type SampleChoice, type SampleKind } from './sampling.ts';
import { sourceDocuments, type QuerySource } from './query-source.ts';

export interface ReproduceForm {
  /** Of the new database. */
  readonly name: string;
  readonly kind: SampleKind;
  /** Null while nothing is entered. */
  readonly count: number | null;
  readonly followReferences: boolean;
  /** As typed, separated by commas. */
  readonly maskedFields: string;
}

/** Large enough for a plan with usual costs, small enough to be copied in seconds. */
const USUAL_COUNT = 1000;

export function initialForm(
  source: QuerySource,
  database: string,
  existing: readonly string[],
): ReproduceForm {
  const kind = source.noMatching === null ? 'matching' : 'newest';
  return {
    name: proposedName(database, existing),
    kind,
    count: Math.max(1, Math.min(USUAL_COUNT, kind === 'matching' ? source.matches : sourceDocuments(source))),
    followReferences: true,
    maskedFields: '',
  };
}

export function nameProblem(form: ReproduceForm, existing: readonly string[]): string | null {
  return newNameProblem(form.name, existing);
}

/** Why the form cannot be continued, besides its name; null when it can. */
export function formProblem(form: ReproduceForm, source: QuerySource): string | null {
  if (form.count === null) return 'Enter how many documents are copied.';
  if (form.count > limits.documents) return `A copy has at most ${pluralize(limits.documents, 'document')}.`;
  if (form.kind === 'matching' && source.noMatching !== null) return source.noMatching;
  if (sourceDocuments(source) === 0) return 'The query reads no documents, so there is nothing to copy.';
  return null;
}

export function toChoice(form: ReproduceForm): SampleChoice {
  return {
    kind: form.kind,
    count: form.count ?? 0,
    followReferences: form.followReferences,
    maskedFields: readFieldList(form.maskedFields),
  };
}
