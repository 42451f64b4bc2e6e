/** Where a copy stopped: everything that a resumption needs. */
import { z } from 'zod';
import { copyPlan, copyReport } from '../../../src/contract/index.ts';

const offset = z.number().int().nonnegative();

/** A row that was copied: found again, it marks the place where the next part continues. */
const anchor = z.object({ id: z.string(), changeVector: z.string() });

export const cursor = z.object({
  /** A collection; null for the query of the plan. */
  collection: z.string().nullable(),
  /** The offset of the first row of the sample. */
  first: offset,
  /** The most rows to read. */
  take: offset,
  taken: offset,
  /** The offset of the next row, or of the next page of a random sample. */
  position: offset,
  /** The last copied rows, in their order. */
  anchors: z.array(anchor),
  /** A random sample. */
  pages: z.array(z.object({ start: offset, pageSize: offset })).nullable(),
  ended: z.boolean(),
});
export type Cursor = z.infer<typeof cursor>;

const step = z.enum([
  'database',
  'compression',
  'documents',
  'references',
  'indexes',
  'identities',
  'settings',
]);
export type CopyStep = z.infer<typeof step>;

export const copyState = z.object({
  plan: copyPlan,
  report: copyReport,
  /** What the file of rejected documents had when this was saved. */
  rejections: z.object({ items: offset, bytes: offset }).default({ items: 0, bytes: 0 }),
  /** Of the masks and of the random sample, in base64. Never sent to a page. */
  key: z.string().min(40),
  finished: z.array(step),
  /** The creation of the database was sent, and its end is not known. */
  creating: z.boolean().default(false),
  /** Null before the source was counted. */
  cursors: z.array(cursor).nullable(),
  /**
   * With `stop`: documents after the cursors that this copy wrote, or may have written: their batch was sent, and its end
   * is not known. In lower case.
   */
  unconfirmed: z.array(z.string()).default([]),
  /** Masked fields that a document had. */
  masked: z.array(z.string()).default([]),
  references: z.object({
    /** How many levels were followed. */
    level: z.number().int().nonnegative(),
    /** Ids of this level that are not read yet. */
    pending: z.array(z.string()),
    /** Ids of the next level. */
    next: z.array(z.string()),
    /** Read so far, of all levels. */
    read: offset,
  }),
});
export type CopyState = z.infer<typeof copyState>;

export function addNote({ report }: CopyState, note: string): void {
  if (!report.notes.includes(note)) report.notes.push(note);
}
