import './no-eval.ts';
import { z } from 'zod';
import { savedQueryPlace } from './saved-queries.ts';

/** A patch script as `FOLDER/NAME.js`, or a query that patches or deletes as `FOLDER/NAME.rql`. */
export const snippetPlace = savedQueryPlace.extend({ language: z.enum(['js', 'rql']) });
export type SnippetPlace = z.infer<typeof snippetPlace>;

/** Larger texts are not scripts, and editing one would freeze the window. */
export const MAX_SNIPPET_CHARACTERS = 5 * 1024 * 1024;

export const snippetFile = snippetPlace.extend({
  text: z.string(),
  /** Epoch ms. */
  changedAt: z.number(),
});
export type SnippetFile = z.infer<typeof snippetFile>;
