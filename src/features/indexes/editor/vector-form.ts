/** The vector options of a field as the editor shows them, and back. Pure. Members that the form does not show are kept. */
import type { JsonObject } from '../../../protocol/queries.ts';

export interface VectorForm {
  /** What the map passes to `CreateVector`: `Text`, `Single`, `Int8`, `Binary`. */
  readonly source: string;
  /** What the index stores: `Single`, `Int8`, `Binary`. */
  readonly destination: string;
  /** Null: those of the first vector. */
  readonly dimensions: number | null;
  /** Null: the server's default. */
  readonly edges: number | null;
  readonly candidates: number | null;
  readonly others: JsonObject;
}

export const emptyVector: VectorForm = {
  source: 'Single',
  destination: 'Single',
  dimensions: null,
  edges: null,
  candidates: null,
  others: {},
};

/** The defaults of RavenDB 7.1, shown as placeholders. */
export const DEFAULT_EDGES = 12;
export const DEFAULT_CANDIDATES = 16;
/** The built-in model, which turns texts into vectors, has one size. */
export const TEXT_DIMENSIONS = 384;

/** Servers store absent types as `Single`. */
export function toVector(options: JsonObject): VectorForm {
  const others = { ...options };
  const take = <T>(name: string, read: (value: unknown) => T | undefined): T | undefined => {
    const value = read(options[name]);
    // A value that the form cannot show stays as it is.
    if (value !== undefined || options[name] === null) Reflect.deleteProperty(others, name);
    return value;
  };
  return {
    source: take('SourceEmbeddingType', textOf) ?? 'Single',
    destination: take('DestinationEmbeddingType', textOf) ?? 'Single',
    dimensions: take('Dimensions', integerOf) ?? null,
    edges: take('NumberOfEdges', integerOf) ?? null,
    candidates: take('NumberOfCandidatesForIndexing', integerOf) ?? null,
    others,
  };
}

export function fromVector(vector: VectorForm): JsonObject {
  const { dimensions, edges, candidates } = vector;
  return {
    ...(dimensions === null ? {} : { Dimensions: dimensions }),
    SourceEmbeddingType: vector.source,
    DestinationEmbeddingType: vector.destination,
    ...(edges === null ? {} : { NumberOfEdges: edges }),
    ...(candidates === null ? {} : { NumberOfCandidatesForIndexing: candidates }),
    ...vector.others,
  };
}

/** Options that servers save, and with which indexing then fails for every document. */
export function vectorWarnings(
  { source, destination, dimensions }: VectorForm,
  searchEngine: string,
): readonly string[] {
  const warnings: string[] = [];
  if (searchEngine === 'Lucene')
    warnings.push('Vectors need the search engine Corax. Change the search engine under Settings.');
  if (destination === 'Text')
    warnings.push('Indexes store no texts as vectors. Choose another destination type.');
  else if ((source === 'Int8' || source === 'Binary') && destination !== source)
    warnings.push(`${source} vectors are not converted. Choose ${source} as the destination type.`);
  if (dimensions !== null && dimensions < 1) warnings.push('Vectors have at least one dimension.');
  if (dimensions !== null && destination === 'Binary')
    warnings.push('RavenDB 7.1 refuses vectors of binary fields with fixed dimensions. Leave them empty.');
  else if (dimensions !== null && source === 'Text' && dimensions !== TEXT_DIMENSIONS)
    warnings.push(`The built-in model returns ${TEXT_DIMENSIONS} dimensions. Leave dimensions empty.`);
  return warnings;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** RavenDB 7.1 sends some of its numbers as strings. */
function integerOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
