/** Compares the documents of two databases: all of them in the order of ids, or the newest ones of each collection. Reads only. */
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionDocuments } from '../../../protocol/collections.ts';
import { getDocuments, type StoredDocument } from '../../../protocol/documents.ts';
import type { Both } from '../readings/reading.ts';
import { differingMembers } from './canonical.ts';
import {
  keptDifference,
  ReportBuilder,
  type DocumentCounts,
  type DocumentDifference,
  type DocumentReport,
} from './document-report.ts';
import { compareKeys, documentsById, idKey } from './id-order.ts';

export interface DocumentOptions {
  readonly extent: 'newest' | 'all';
  /** Null: all collections, without those of the system. */
  readonly collections: readonly string[] | null;
  /** Of each collection and side, for `newest`. */
  readonly newest: number;
  /** Of each side, for `all`. */
  readonly most: number;
  readonly ignoredMetadata: readonly string[];
}

export interface DocumentProgress {
  readonly counts: DocumentCounts;
  /** Documents read from both sides. */
  readonly read: number;
}

/** Differences that are read again at the end. */
const MAX_CONFIRMED = 1_000;
const CONFIRMED_AT_ONCE = 50;
const REPORT_EVERY = 200;

interface Run {
  readonly sides: Both<DatabaseClient>;
  readonly options: DocumentOptions;
  readonly ignored: ReadonlySet<string>;
  readonly signal: AbortSignal;
  readonly builder: ReportBuilder;
  readonly onRead: (documents: number) => void;
}

/** `collections`: the names of both sides, for the newest documents of all collections. */
export async function compareDocuments(
  sides: Both<DatabaseClient>,
  collections: readonly string[],
  options: DocumentOptions,
  signal: AbortSignal,
  onProgress: (progress: DocumentProgress) => void,
): Promise<DocumentReport> {
  const builder = new ReportBuilder();
  let read = 0;
  let reported = 0;
  const run: Run = {
    sides,
    options,
    ignored: new Set(options.ignoredMetadata),
    signal,
    builder,
    onRead: (documents) => {
      read += documents;
      if (read - reported < REPORT_EVERY) return;
      reported = read;
      onProgress({ counts: builder.counts(), read });
    },
  };
  const limit =
    options.extent === 'all'
      ? await compareAll(run)
      : await compareNewest(run, options.collections ?? collections);
  return confirm(run, limit);
}

function isCompared({ options }: Run, { metadata: { collection } }: StoredDocument): boolean {
  return options.collections ? options.collections.includes(collection) : !collection.startsWith('@hilo');
}

async function compareAll(run: Run): Promise<string | null> {
  const { sides, signal, options } = run;
  const readers = { left: documentsById(sides.left, signal), right: documentsById(sides.right, signal) };
  const read = { left: 0, right: 0 };
  const next = async (side: 'left' | 'right'): Promise<StoredDocument | null> => {
    for (;;) {
      const item = await readers[side].next();
      if (item.done === true) return null;
      read[side]++;
      run.onRead(1);
      if (isCompared(run, item.value)) return item.value;
    }
  };
  let [left, right] = await Promise.all([next('left'), next('right')]);
  while (left || right) {
    if (read.left > options.most || read.right > options.most)
      return `Stopped after ${options.most.toLocaleString('en')} documents of a side, before ${(left ?? right)?.metadata.id ?? 'the end'}.`;
    const order =
      left && right ? compareKeys(idKey(left.metadata.id), idKey(right.metadata.id)) : left ? -1 : 1;
    note(run, order <= 0 ? left : null, order >= 0 ? right : null);
    [left, right] = await Promise.all([order <= 0 ? next('left') : left, order >= 0 ? next('right') : right]);
  }
  return null;
}

async function compareNewest(run: Run, collections: readonly string[]): Promise<string> {
  const { sides, options, signal } = run;
  for (const collection of collections) {
    signal.throwIfAborted();
    const page = { start: 0, pageSize: options.newest };
    const [left, right] = await Promise.all([
      getCollectionDocuments(sides.left, collection, page, { signal }),
      getCollectionDocuments(sides.right, collection, page, { signal }),
    ]);
    run.onRead(left.length + right.length);
    const [ones, others] = [byKey(left), byKey(right)];
    const [leftMissing, rightMissing] = [missingIn(ones, right), missingIn(others, left)];
    for (const [known, added] of [
      [ones, await getDocuments(sides.left, leftMissing, { signal })],
      [others, await getDocuments(sides.right, rightMissing, { signal })],
    ] as const) {
      run.onRead(added.length);
      for (const each of added) known.set(idKey(each.metadata.id), each);
    }
    for (const key of new Set([...ones.keys(), ...others.keys()]))
      note(run, ones.get(key) ?? null, others.get(key) ?? null);
  }
  return `Only the newest ${options.newest.toLocaleString('en')} documents of each collection and side were compared.`;
}

const byKey = (documents: readonly StoredDocument[]): Map<string, StoredDocument> =>
  new Map(documents.map((each) => [idKey(each.metadata.id), each]));

const missingIn = (known: ReadonlyMap<string, StoredDocument>, other: readonly StoredDocument[]): string[] =>
  other.map(({ metadata }) => metadata.id).filter((id) => !known.has(idKey(id)));

function note({ builder, ignored }: Run, left: StoredDocument | null, right: StoredDocument | null): void {
  const difference = differenceOf(left, right, ignored);
  if (difference) builder.add(difference);
  else builder.same();
}

function differenceOf(
  left: StoredDocument | null,
  right: StoredDocument | null,
  ignored: ReadonlySet<string>,
): DocumentDifference | null {
  const known = left ?? right;
  if (!known) return null;
  const { id, collection } = known.metadata;
  if (!left || !right) return { id, collection, kind: left ? 'left-only' : 'right-only', members: [] };
  const members = differingMembers(left.text, right.text, ignored);
  return members.length === 0 ? null : { id, collection, kind: 'different', members };
}

/** The sides are read at different moments: what is equal when it is read again is no difference. */
async function confirm(run: Run, limit: string | null): Promise<DocumentReport> {
  const { sides, signal, ignored, builder } = run;
  const found = builder.differences();
  const first = found.slice(0, MAX_CONFIRMED);
  const confirmed: DocumentDifference[] = [];
  const counts = { ...builder.counts() };
  for (let at = 0; at < first.length; at += CONFIRMED_AT_ONCE) {
    signal.throwIfAborted();
    const part = first.slice(at, at + CONFIRMED_AT_ONCE);
    const ids = part.map(({ id }) => id);
    const [left, right] = (
      await Promise.all([
        getDocuments(sides.left, ids, { signal }),
        getDocuments(sides.right, ids, { signal }),
      ])
    ).map(byKey);
    for (const each of part) {
      const key = idKey(each.id);
      const now = differenceOf(left?.get(key) ?? null, right?.get(key) ?? null, ignored);
      subtract(counts, each);
      if (!now) continue;
      add(counts, now);
      confirmed.push(keptDifference(now));
    }
  }
  const total = builder.counts();
  const all = total.leftOnly + total.rightOnly + total.different;
  return {
    counts,
    differences: [...confirmed, ...found.slice(MAX_CONFIRMED)],
    limit,
    settled: first.length - confirmed.length,
    unconfirmed: all - first.length,
  };
}

type Mutable = { -readonly [K in keyof DocumentCounts]: DocumentCounts[K] };
const counterOf = { 'left-only': 'leftOnly', 'right-only': 'rightOnly', different: 'different' } as const;

function subtract(counts: Mutable, { kind }: DocumentDifference): void {
  counts[counterOf[kind]]--;
}

function add(counts: Mutable, { kind }: DocumentDifference): void {
  counts[counterOf[kind]]++;
}
