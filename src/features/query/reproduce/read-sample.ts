/** Reads the documents of a sample in pages. Every request is a read. */
import type { SourceDocument } from '../../../document-copy/copied-document.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionDocuments } from '../../../protocol/collections.ts';
import { getDocuments, type StoredDocument } from '../../../protocol/documents.ts';
import { isJsonObject, run } from '../../../protocol/queries.ts';
import { documentId } from '../results/result-columns.ts';
import { pagedQuery } from './paged-query.ts';
import type { QuerySource, QueryText } from './query-source.ts';
import {
  allocate,
  firstPages,
  randomPages,
  type Page,
  type Random,
} from '../../../document-copy/sampling.ts';
import type { SampleChoice } from './sampling.ts';

export interface SampleRequest {
  readonly db: DatabaseClient;
  readonly text: QueryText;
  readonly source: QuerySource;
  readonly choice: SampleChoice;
  readonly random: Random;
}

export interface SamplePage {
  readonly documents: readonly StoredDocument[];
  /** Ids of documents that the query includes. */
  readonly included: readonly string[];
}

/** A document that moves while the pages are read can be in two of them. */
export async function* samplePages(request: SampleRequest, signal?: AbortSignal): AsyncGenerator<SamplePage> {
  if (request.choice.kind === 'matching') yield* matchingPages(request, signal);
  else yield* collectionPages(request, signal);
}

async function* matchingPages(request: SampleRequest, signal?: AbortSignal): AsyncGenerator<SamplePage> {
  const { db, text, source, choice } = request;
  for (const { start, pageSize } of firstPages(Math.min(choice.count, source.matches))) {
    const answer = await run(db, {
      query: pagedQuery(text.query, { skip: start, take: pageSize, includes: choice.followReferences }),
      parameters: text.parameters,
      newIndex: 'refuse',
      signal,
    });
    const ids = answer.rows.map(documentId).filter((id) => id !== null);
    if (ids.length === 0) return;
    yield {
      // The rows can be projections, and their numbers were parsed: the texts are read by id.
      documents: await getDocuments(db, [...new Set(ids)], signal ? { signal } : {}),
      included: Object.entries(answer.includes).flatMap(([id, each]) => (isJsonObject(each) ? [id] : [])),
    };
  }
}

async function* collectionPages(request: SampleRequest, signal?: AbortSignal): AsyncGenerator<SamplePage> {
  const { db, source, choice, random } = request;
  const shares = allocate(
    choice.count,
    source.collections.map(({ documents }) => documents),
  );
  for (const [place, { name, documents }] of source.collections.entries()) {
    const share = shares[place] ?? 0;
    const pages: readonly Page[] =
      choice.kind === 'random' ? randomPages(documents, share, random) : firstPages(share);
    for (const page of pages)
      yield {
        documents: await getCollectionDocuments(db, name, page, signal ? { signal } : {}),
        included: [],
      };
  }
}

/** A document for `document-copy/`. */
export const sourceDocument = ({ metadata: { id }, text }: StoredDocument): SourceDocument => ({ id, text });
