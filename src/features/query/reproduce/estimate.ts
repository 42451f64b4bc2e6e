/** What a copy would contain, from its first documents. */
import { copiedDocument } from '../../../document-copy/copied-document.ts';
import { Masks } from '../../../document-copy/mask.ts';
import { sourceDocuments, type QuerySource } from './query-source.ts';
import { samplePages, sourceDocument, type SampleRequest } from './read-sample.ts';
import type { Limits, SampleChoice } from './sampling.ts';
import { byteLength } from './text-size.ts';

/** What was measured on the first documents of a sample. */
export interface Probe {
  readonly documents: number;
  readonly bytes: number;
  /** Different ids that the documents refer to, without themselves. */
  readonly references: number;
  /** Fields of the list that none of the documents has. */
  readonly missingFields: readonly string[];
}

export interface Estimate {
  readonly documents: number;
  /** An upper bound: documents often refer to the same ones, and not every id has a document. */
  readonly references: number;
  /** Of the sampled and the referenced documents. */
  readonly bytes: number;
  /** The copy would be larger than a limit with the sample alone, so it is not started. */
  readonly exceeded: keyof Limits | null;
  /** The copy ends at a limit before all referenced documents are copied. */
  readonly mayEndEarly: boolean;
  /** The largest sample that is estimated to be within the limits. */
  readonly largestCount: number;
}

const PROBED = 25;

export async function probeSample(request: SampleRequest, signal?: AbortSignal): Promise<Probe> {
  const { choice } = request;
  const masks = new Masks(request.random);
  const own = new Set<string>();
  const references = new Set<string>();
  const seen = new Set<string>();
  let bytes = 0;
  const first = { ...request, choice: { ...choice, count: Math.min(choice.count, PROBED) } };
  for await (const { documents, included } of samplePages(first, signal)) {
    for (const document of documents) {
      const copied = copiedDocument(sourceDocument(document), choice.maskedFields, masks);
      own.add(copied.id.toLowerCase());
      bytes += byteLength(copied.text);
      for (const id of copied.references) references.add(id.toLowerCase());
      for (const field of copied.masked) seen.add(field);
    }
    for (const id of included) references.add(id.toLowerCase());
  }
  return {
    documents: own.size,
    bytes,
    references: [...references].filter((id) => !own.has(id)).length,
    missingFields: choice.maskedFields.filter((field) => !seen.has(field)),
  };
}

export function estimateCopy(
  probe: Probe,
  source: QuerySource,
  choice: SampleChoice,
  { documents: maxDocuments, bytes: maxBytes }: Limits,
): Estimate {
  const available = choice.kind === 'matching' ? source.matches : sourceDocuments(source);
  const documents = probe.documents === 0 ? 0 : Math.min(choice.count, available);
  const perDocument = probe.documents === 0 ? 0 : probe.bytes / probe.documents;
  const references =
    choice.followReferences && probe.documents > 0
      ? Math.ceil((probe.references / probe.documents) * documents)
      : 0;
  const largestCount = Math.min(
    maxDocuments,
    perDocument === 0 ? maxDocuments : Math.floor(maxBytes / perDocument),
  );
  return {
    documents,
    references,
    bytes: Math.ceil((documents + references) * perDocument),
    exceeded:
      documents > maxDocuments
        ? 'documents'
        : Math.floor(documents * perDocument) > maxBytes
          ? 'bytes'
          : null,
    mayEndEarly: documents + references > largestCount,
    largestCount,
  };
}
