/** The steps of a copy and their texts. Pure. */
import { formatBytes, formatCount, pluralize } from '../../../ui/format.ts';
import type { Limits } from './sampling.ts';

export const copySteps = ['database', 'documents', 'references', 'index', 'query'] as const;
export type CopyStep = (typeof copySteps)[number];

export interface CopyProgress {
  readonly step: CopyStep;
  /** Written so far: of the sample, and of what it refers to. */
  readonly documents: number;
  readonly references: number;
  /** Of the texts of both. */
  readonly bytes: number;
  /** The estimated number of both. */
  readonly expected: number;
}

export interface CopyResult {
  readonly documents: number;
  readonly references: number;
  readonly bytes: number;
  /** The limit at which the copy ended before all documents were written. */
  readonly endedAt: keyof Limits | null;
  /** Masked fields that no copied document has. */
  readonly missingFields: readonly string[];
  /** The index in the sandbox that answered the query. */
  readonly indexName: string;
  /** The index was still building when the wait ended. */
  readonly isStale: boolean;
}

/** What the step does, as the start of a sentence about its failure too. */
export function stepText(
  step: CopyStep,
  names: { readonly database: string; readonly index: string },
): string {
  switch (step) {
    case 'database':
      return `Creating the database ${names.database}`;
    case 'documents':
      return 'Copying the sample';
    case 'references':
      return 'Copying referenced documents';
    case 'index':
      return `Creating the index ${names.index}`;
    case 'query':
      return 'Running the query in the sandbox';
  }
}

export function progressText({ documents, references, bytes, expected }: CopyProgress): string {
  const written = documents + references;
  // An estimate can be too small.
  return written > expected
    ? `${pluralize(written, 'document')}, ${formatBytes(bytes)}`
    : `${formatCount(written)} of about ${pluralize(expected, 'document')}, ${formatBytes(bytes)}`;
}

export function resultText({ documents, references, bytes }: CopyResult): string {
  return references === 0
    ? `${pluralize(documents, 'document')} (${formatBytes(bytes)}) copied`
    : `${pluralize(documents, 'document')} and ${pluralize(references, 'referenced document')} (${formatBytes(bytes)}) copied`;
}

/** What a person should know about a finished copy. */
export function resultNotes(result: CopyResult, { documents, bytes }: Limits): readonly string[] {
  return [
    ...(result.endedAt === null
      ? []
      : [
          `The copy ended at the limit of ${result.endedAt === 'bytes' ? formatBytes(bytes) : pluralize(documents, 'document')}. Some documents are missing.`,
        ]),
    ...(result.missingFields.length === 0
      ? []
      : [`No copied document has ${result.missingFields.join(', ')}: nothing was masked there.`]),
    ...(result.isStale
      ? [
          `The index ${result.indexName} is still building in the sandbox. Compare again when it is up to date.`,
        ]
      : []),
  ];
}
