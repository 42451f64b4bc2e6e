/** The result of comparing documents, collected while it runs. */

export type DifferenceKind = 'left-only' | 'right-only' | 'different';

export interface DocumentDifference {
  readonly id: string;
  readonly collection: string;
  readonly kind: DifferenceKind;
  /** The differing members of a document on both sides. */
  readonly members: readonly string[];
}

export interface DocumentCounts {
  /** Ids that were compared, on one or both sides. */
  readonly compared: number;
  readonly leftOnly: number;
  readonly rightOnly: number;
  readonly different: number;
}

export interface DocumentReport {
  readonly counts: DocumentCounts;
  /** At most `MAX_DIFFERENCES`; the counts are complete. */
  readonly differences: readonly DocumentDifference[];
  /** Null when everything in question was compared. */
  readonly limit: string | null;
  /** Differences that were gone when their documents were read again, because someone wrote meanwhile. */
  readonly settled: number;
  /** Differences beyond the limit of the second reading. */
  readonly unconfirmed: number;
}

export const MAX_DIFFERENCES = 10_000;
const MAX_MEMBERS = 50;
const MAX_NAME = 200;

/**
 * Names of members are slices of a document, and engines keep the whole answer in memory for a slice. The copies are
 * limited, because the names are the server's choice.
 */
export function keptDifference({ id, collection, kind, members }: DocumentDifference): DocumentDifference {
  const kept = members
    .slice(0, MAX_MEMBERS)
    .map((name) => copied(name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name));
  const more = members.length - kept.length;
  return {
    id: copied(id),
    collection: copied(collection),
    kind,
    members: more > 0 ? [...kept, `and ${more} more`] : kept,
  };
}

/** A string with its own characters: the parser copies them. */
function copied(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}

export class ReportBuilder {
  private compared = 0;
  private readonly byKind: Record<DifferenceKind, number> = { 'left-only': 0, 'right-only': 0, different: 0 };
  private readonly kept: DocumentDifference[] = [];

  same(): void {
    this.compared++;
  }

  add(difference: DocumentDifference): void {
    this.compared++;
    this.byKind[difference.kind]++;
    if (this.kept.length < MAX_DIFFERENCES) this.kept.push(keptDifference(difference));
  }

  counts(): DocumentCounts {
    return {
      compared: this.compared,
      leftOnly: this.byKind['left-only'],
      rightOnly: this.byKind['right-only'],
      different: this.byKind.different,
    };
  }

  differences(): readonly DocumentDifference[] {
    return this.kept;
  }
}
