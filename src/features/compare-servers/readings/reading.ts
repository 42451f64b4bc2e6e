/** What one reading of a database contains. Figures change often, structure rarely. */
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionStats, type CollectionStats } from '../../../protocol/collections.ts';
import { getDatabaseRecord } from '../../../protocol/databases.ts';
import { getDefinitions, type IndexDefinition } from '../../../protocol/index-definitions.ts';
import { getIndexStats, type IndexStats } from '../../../protocol/index-stats.ts';
import { getServerVersion, type ServerVersion } from '../../../protocol/server.ts';
import { getDatabaseStats, type DatabaseStats } from '../../../protocol/stats.ts';
import { readPart, type Part } from './part.ts';
import { recordSettings, type Setting } from './record-settings.ts';

export interface Figures {
  readonly stats: Part<DatabaseStats>;
  readonly collections: Part<CollectionStats>;
  readonly indexes: Part<readonly IndexStats[]>;
}

export interface Structure {
  readonly version: Part<ServerVersion>;
  readonly definitions: Part<ReadonlyMap<string, IndexDefinition>>;
  readonly settings: Part<readonly Setting[]>;
}

export interface Both<T> {
  readonly left: T;
  readonly right: T;
}

/** A reading of the figures of both databases, at about the same moment. */
export interface FigureReading extends Both<Figures> {
  /** Milliseconds since 1970, on the clock of this computer. */
  readonly at: number;
}

export const REQUESTS_OF_FIGURES = 6;
export const REQUESTS_OF_STRUCTURE = 6;

export async function readFigures(db: DatabaseClient, signal: AbortSignal): Promise<Figures> {
  const [stats, collections, indexes] = await Promise.all([
    readPart(getDatabaseStats(db, { signal })),
    readPart(getCollectionStats(db, { signal })),
    readPart(getIndexStats(db, { signal })),
  ]);
  signal.throwIfAborted();
  return { stats, collections, indexes };
}

export async function readStructure(db: DatabaseClient, signal: AbortSignal): Promise<Structure> {
  const [version, definitions, settings] = await Promise.all([
    readPart(getServerVersion(db.server, { signal })),
    readPart(getDefinitions(db, { signal })),
    readPart(getDatabaseRecord(db.server, db.name, { signal }).then(recordSettings)),
  ]);
  signal.throwIfAborted();
  return { version, definitions, settings };
}

/** The statistics decide: without them a database cannot be compared at all. */
export function readingError({ stats }: Figures): unknown {
  return stats.kind === 'failed' ? stats.error : undefined;
}
