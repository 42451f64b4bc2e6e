/** What a user confirms before a copy into a guarded connection. */
import type { Connection, CopyPlan } from '../../../src/contract/index.ts';
import { printable, type ConfirmationText } from '../confirmation/confirmation-text.ts';
import type { CountedSource } from './source-plan.ts';

const SHOWN_NAMES = 8;

const existingTexts: Readonly<Record<CopyPlan['existing'], string>> = {
  overwrite: 'Documents with the same ids are overwritten',
  skip: 'Documents with the same ids are kept',
  stop: 'The copy stops at the first document that exists',
};

export function copyText(
  plan: CopyPlan,
  source: Connection,
  target: Connection,
  counted: readonly CountedSource[],
): ConfirmationText {
  const { sample, documents } = plan;
  const total = counted.reduce((sum, each) => sum + each.documents, 0);
  const most = sample.kind === 'all' ? total : Math.min(total, sample.count);
  const names = counted.flatMap(({ collection }) => (collection === null ? [] : [collection]));
  const rest = names.length - SHOWN_NAMES;
  return {
    summary: `Copy into ${placeOf(target, plan.target.database)}, which is guarded`,
    details: [
      `From ${placeOf(source, plan.source.database)}`,
      ...(plan.target.create ? ['Creates the database'] : []),
      documents.kind === 'none'
        ? 'No documents'
        : `Documents: about ${most.toLocaleString('en')}${sample.kind === 'all' ? '' : ` of ${total.toLocaleString('en')} (${sample.kind})`}`,
      ...(documents.kind === 'query'
        ? [`Query: ${printable(documents.query.replace(/\s+/g, ' '), 500)}`]
        : names.length === 0
          ? []
          : [
              `Collections: ${printable(names.slice(0, SHOWN_NAMES).join(', '), 500)}${rest > 0 ? ` and ${rest} more` : ''}`,
            ]),
      ...(plan.referenceLevels > 0
        ? [
            `References: ${plan.referenceLevels} levels, up to ${plan.maxReferences.toLocaleString('en')} documents`,
          ]
        : []),
      ...(documents.kind === 'none' ? [] : [existingTexts[plan.existing]]),
      ...(documents.kind === 'none'
        ? []
        : [
            plan.maskedFields.length === 0
              ? 'No field is masked'
              : `Masked fields: ${printable(plan.maskedFields.join(', '), 500)}`,
          ]),
      ...(plan.indexes
        ? ['Creates or replaces the indexes of the source, whose code runs in the server']
        : []),
      ...(plan.settings.length > 0 ? [`Replaces settings: ${plan.settings.join(', ')}`] : []),
      ...(plan.settings.includes('expiration')
        ? ['Expiration deletes every document whose expiry date has passed']
        : []),
      ...(plan.settings.includes('client')
        ? ['The client configuration changes how every client of the database sends its requests']
        : []),
      ...(plan.identities ? ['Raises identities'] : []),
    ],
    allow: 'Copy',
  };
}

const placeOf = (connection: Connection, database: string): string =>
  `the database ${printable(database)} of ${
    connection.kind === 'sandbox'
      ? 'the sandbox on this computer'
      : `${printable(new URL(connection.url).origin)} (connection "${printable(connection.name, 60)}")`
  }`;
