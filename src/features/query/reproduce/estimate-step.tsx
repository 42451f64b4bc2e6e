/** The second step: how much would be copied, and what to know before. */
import { TriangleAlert } from 'lucide-react';
import { ErrorView, formatBytes, formatCount, pluralize, SkeletonRows } from '../../../ui/index.ts';
import { comparedMasks } from './paged-query.ts';
import type { QuerySource } from './query-source.ts';
import { toChoice, type ReproduceForm } from './reproduce-form.ts';
import styles from './reproduce.module.css';
import { limits } from './sampling.ts';
import type { Measured, ReproductionModel } from './use-reproduction.ts';

interface EstimateStepProps {
  readonly model: ReproductionModel;
  readonly source: QuerySource;
  readonly form: ReproduceForm;
}

export function EstimateStep({ model, source, form }: EstimateStepProps) {
  const { measured } = model;
  if (measured.error !== null)
    return <ErrorView error={measured.error} doing="Estimating the size" onRetry={measured.retry} compact />;
  if (!measured.data) return <SkeletonRows label="Estimating the size" rows={5} />;
  const { estimate, probe } = measured.data;
  const choice = toChoice(form);
  const notes = [
    ...limitNotes(measured.data),
    ...(probe.missingFields.length === 0
      ? []
      : [
          `None of the first ${pluralize(probe.documents, 'document')} has ${probe.missingFields.join(', ')}. Names are case-sensitive.`,
        ]),
    ...comparedMasks(model.text.query, choice.maskedFields).map(
      (field) => `The query compares ${field}, which is masked: it finds other documents in the sandbox.`,
    ),
  ];
  return (
    <>
      <dl className={styles.facts}>
        <dt>Database</dt>
        <dd>
          <code>{form.name}</code>, new, in the sandbox
        </dd>
        <dt>Index</dt>
        <dd>{source.definition === null ? source.indexName : `${source.indexName}, definition copied`}</dd>
        <dt>Documents</dt>
        <dd>{formatCount(estimate.documents)}</dd>
        <dt>Referenced documents</dt>
        <dd>{choice.followReferences ? `up to ${formatCount(estimate.references)}` : 'none'}</dd>
        <dt>Size</dt>
        <dd>
          about {formatBytes(estimate.bytes)} of JSON; limit {formatBytes(limits.bytes)} and{' '}
          {pluralize(limits.documents, 'document')}
        </dd>
        <dt>Masked fields</dt>
        <dd>{choice.maskedFields.length === 0 ? 'none' : choice.maskedFields.join(', ')}</dd>
      </dl>
      <p className={styles.quiet}>
        Estimated from the first {pluralize(probe.documents, 'document')} of the sample.
      </p>
      {notes.length > 0 && <Notes notes={notes} />}
    </>
  );
}

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <ul className={styles.notes} aria-label="Notes">
      {notes.map((note) => (
        <li key={note}>
          <TriangleAlert size={14} aria-hidden="true" />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}

function limitNotes({ estimate }: Measured): readonly string[] {
  if (estimate.exceeded !== null)
    return [
      `The sample is larger than the limit. About ${pluralize(estimate.largestCount, 'document')} of this size can be copied.`,
    ];
  return estimate.mayEndEarly
    ? ['The copy may end at its limit before all referenced documents are copied.']
    : [];
}
