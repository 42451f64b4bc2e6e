/** The estimate of a copy: size, time, existing documents, what is refused and what is left out. */
import { Download, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CopyPlan } from '../../../contract/index.ts';
import { Button, formatBytes, formatCount, formatMs, pluralize } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import type { CopyEstimate } from './copy-estimate.ts';
import { settingNames } from './definitions-choice.tsx';
import copyStyles from './copy.module.css';

const existingTexts: Readonly<Record<CopyPlan['existing'], string>> = {
  overwrite: 'are overwritten',
  skip: 'are kept',
  stop: 'stop the copy',
};

/** The time at the limits; null without one. */
export function timeAtLimits(plan: CopyPlan, documents: number, bytes: number | null): number | null {
  const { documentsPerSecond, bytesPerSecond } = plan;
  if (documentsPerSecond === null && (bytesPerSecond === null || bytes === null)) return null;
  const seconds = Math.max(
    documentsPerSecond === null ? 0 : documents / documentsPerSecond,
    bytesPerSecond === null ? 0 : (bytes ?? 0) / bytesPerSecond,
  );
  return seconds * 1000;
}

export function EstimateView({
  plan,
  estimate,
  onExport,
}: {
  readonly plan: CopyPlan;
  readonly estimate: CopyEstimate;
  readonly onExport: () => void;
}): ReactNode {
  const { documents, bytes, references, existing, refusals, notCopied, license } = estimate;
  const time = timeAtLimits(plan, documents + (references ?? 0), bytes);
  const notes = notesOf(plan, estimate);
  return (
    <section className={styles.report} aria-label="Estimate">
      <h3 className={copyStyles.title}>Estimate</h3>
      <dl className={copyStyles.facts}>
        <dt>Documents</dt>
        <dd>{formatCount(documents)}</dd>
        {references !== null && (
          <>
            <dt>Referenced documents</dt>
            <dd>
              about {formatCount(references)} in the first level, at most {formatCount(plan.maxReferences)} in
              all
            </dd>
          </>
        )}
        <dt>Size</dt>
        <dd>{bytes === null ? 'nothing to measure' : `about ${formatBytes(bytes)} of JSON`}</dd>
        <dt>Time</dt>
        <dd>{time === null ? 'no rate limit' : `at least ${formatMs(time)} at the rate limit`}</dd>
        <dt>Existing documents</dt>
        <dd>
          {existing === null
            ? 'none: the database is new'
            : estimate.sampled === 0
              ? 'not checked: there is no sample'
              : `${formatCount(existing)} of ${pluralize(estimate.sampled, 'sampled id')} exist; they ${existingTexts[plan.existing]}`}
        </dd>
        <dt>Indexes</dt>
        <dd>
          {plan.indexes ? pluralize(estimate.indexes.length, 'static index', 'static indexes') : 'not copied'}
        </dd>
        {plan.identities && (
          <>
            <dt>Identities</dt>
            <dd>{formatCount(estimate.identities)}</dd>
          </>
        )}
      </dl>
      {refusals.length > 0 && (
        <section aria-label="Refused by the target">
          <h4 className={copyStyles.title}>
            The target refuses {pluralize(refusals.length, 'item')} (license: {license})
          </h4>
          <ul className={copyStyles.list}>
            {refusals.map(({ kind, name, reason }) => (
              <li key={`${kind} ${name} ${reason}`}>
                <TriangleAlert size={14} aria-hidden="true" />
                <span>
                  <b>{nameOf(kind, name)}</b>: {reason}
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.note}>Everything else is copied. The report lists what was refused.</p>
        </section>
      )}
      <section aria-label="Not copied">
        <h4 className={copyStyles.title}>Not copied</h4>
        <p className={styles.sentence}>
          {notCopied.length === 0
            ? 'The source has no attachments, counters, time series or revisions.'
            : `Of the source: ${notCopied.join(', ')}.`}{' '}
          Compare exchange, subscriptions and tasks are never copied. A dump contains them.
        </p>
        <div className={styles.buttons}>
          <Button icon={<Download />} onClick={onExport}>
            Export everything as a dump…
          </Button>
        </div>
      </section>
      {notes.length > 0 && (
        <ul className={copyStyles.list} aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>
              <TriangleAlert size={14} aria-hidden="true" />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.note}>
        Size and references are estimated from {pluralize(estimate.sampled, 'sampled document')}.
      </p>
    </section>
  );
}

export function nameOf(kind: string, name: string): string {
  if (kind !== 'setting') return name;
  return Object.hasOwn(settingNames, name) ? settingNames[name as keyof typeof settingNames] : name;
}

function notesOf(plan: CopyPlan, estimate: CopyEstimate): readonly string[] {
  return [
    ...(estimate.missingFields.length === 0
      ? []
      : [`No sampled document has ${estimate.missingFields.join(', ')}. Names are case-sensitive.`]),
    ...(estimate.unconfigured.length === 0
      ? []
      : [
          `Not configured in the source: ${estimate.unconfigured.map((each) => settingNames[each]).join(', ')}. The target keeps its own.`,
        ]),
    ...(estimate.unusedClientConfiguration
      ? ['The license of the target stores the client configuration, but does not apply it.']
      : []),
    ...(plan.settings.includes('expiration') && !estimate.unconfigured.includes('expiration')
      ? ['With expiration, the target deletes copied documents whose date has passed.']
      : []),
  ];
}
