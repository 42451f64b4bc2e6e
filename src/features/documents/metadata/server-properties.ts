/** The properties of `@metadata` that the server writes, as far as a stored document has them. Pure. */
import type { DocumentMetadata } from '../../../protocol/documents.ts';

export interface ServerProperty {
  readonly name: string;
  readonly value: string;
  /** Why it cannot be edited. */
  readonly reason: string;
}

/** The flag of a document that has some, the property that lists them, and their panel. */
const listings = [
  ['HasAttachments', '@attachments', 'Attachments'],
  ['HasCounters', '@counters', 'Counters'],
  ['HasTimeSeries', '@timeseries', 'Time series'],
] as const;

export function serverProperties(metadata: DocumentMetadata): readonly ServerProperty[] {
  const { flags, lastModified } = metadata;
  return [
    { name: '@id', value: metadata.id, reason: 'Fixed. Clone the document to use another id.' },
    { name: '@change-vector', value: metadata.changeVector, reason: 'Set with each save.' },
    ...(lastModified === undefined
      ? []
      : [{ name: '@last-modified', value: lastModified, reason: 'Set with each save.' }]),
    ...(flags.length === 0
      ? []
      : [{ name: '@flags', value: flags.join(', '), reason: 'They follow from what the document has.' }]),
    ...(flags.includes('Archived')
      ? [{ name: '@archived', value: 'true', reason: 'Set by archiving, removed by Unarchive.' }]
      : []),
    ...listings
      .filter(([flag]) => flags.includes(flag))
      .map(([, name, panel]) => ({
        name,
        value: `Listed under ${panel}`,
        reason: `Changed under ${panel}, not by the text.`,
      })),
  ];
}
