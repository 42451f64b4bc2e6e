/** Names what a copy writes and replaces. Pure. */
import type { CopyPlan } from '../../../contract/index.ts';
import { pluralize } from '../../../ui/format.ts';
import type { CopyEstimate } from './copy-estimate.ts';

type Counted = Pick<
  CopyEstimate,
  'documents' | 'indexes' | 'identities' | 'unconfigured' | 'replacedIndexes'
>;

export function copiedParts(plan: CopyPlan, estimate: Counted): readonly string[] {
  const settings = configured(plan, estimate).length;
  return [
    ...(plan.documents.kind === 'none' ? [] : [pluralize(estimate.documents, 'document')]),
    ...(plan.indexes ? [pluralize(estimate.indexes.length, 'index', 'indexes')] : []),
    ...(plan.settings.length > 0 ? [pluralize(settings, 'setting')] : []),
    ...(plan.identities ? [pluralize(estimate.identities, 'identity', 'identities')] : []),
  ];
}

export function replacedParts(plan: CopyPlan, estimate: Counted): readonly string[] {
  if (plan.target.create) return [];
  const settings = configured(plan, estimate);
  const indexes = estimate.replacedIndexes.length;
  return [
    ...(plan.documents.kind !== 'none' && plan.existing === 'overwrite'
      ? ['documents with the same ids']
      : []),
    ...(indexes > 0 ? [`${pluralize(indexes, 'index', 'indexes')} with the same name`] : []),
    ...(settings.length > 0 ? [`the configuration of ${settings.join(', ')}`] : []),
  ];
}

const configured = ({ settings }: CopyPlan, { unconfigured }: Counted): readonly string[] =>
  settings.filter((each) => !unconfigured.includes(each));
