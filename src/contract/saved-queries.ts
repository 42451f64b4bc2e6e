import './no-eval.ts';
import { z } from 'zod';

/** A query as a file: `FOLDER/NAME.rql` below the folder of its database. */
export const savedQueryPlace = z.object({
  /** Names with `/` between them; empty for the top. */
  folder: z.string().max(300),
  name: z.string().max(100),
});
export type SavedQueryPlace = z.infer<typeof savedQueryPlace>;

/** Larger texts are not saved. */
export const MAX_SAVED_QUERY_CHARACTERS = 256 * 1024;

export const savedQuery = savedQueryPlace.extend({
  text: z.string(),
  /** Epoch ms. */
  changedAt: z.number(),
});
export type SavedQuery = z.infer<typeof savedQuery>;

export const savedQueryOwner = z.object({ connection: z.string().max(200), database: z.string().max(300) });
