/** Calls about saved queries and snippets, and the check of a query. */
import './no-eval.ts';
import { z } from 'zod';
import { MAX_SAVED_QUERY_CHARACTERS, savedQuery, savedQueryOwner, savedQueryPlace } from './saved-queries.ts';
import { MAX_SNIPPET_CHARACTERS, snippetFile, snippetPlace } from './snippets.ts';
import { nothing } from './nothing.ts';

/** Longer queries are not checked while they are typed. */
export const MAX_CHECKED_QUERY_CHARACTERS = 64_000;

export const storedTextCalls = {
  /** The saved queries of a database, which are plain files in the data folder. */
  'queries.list': {
    request: savedQueryOwner,
    /** `leftOut` files are too large, too many or unreadable. */
    response: z.object({ queries: z.array(savedQuery), path: z.string(), leftOut: z.number() }),
  },
  /** Without `replace`, fails when a query of that name is there. */
  'queries.save': {
    request: savedQueryOwner.extend({
      ...savedQueryPlace.shape,
      text: z.string().max(MAX_SAVED_QUERY_CHARACTERS),
      replace: z.boolean(),
    }),
    response: nothing,
  },
  'queries.remove': { request: savedQueryOwner.extend(savedQueryPlace.shape), response: nothing },
  /** The snippets of the patch screen of a database: plain files, as saved queries are. */
  'snippets.list': {
    request: savedQueryOwner,
    response: z.object({ snippets: z.array(snippetFile), path: z.string(), leftOut: z.number() }),
  },
  'snippets.save': {
    request: savedQueryOwner.extend({
      ...snippetPlace.shape,
      text: z.string().max(MAX_SNIPPET_CHARACTERS),
      replace: z.boolean(),
    }),
    response: nothing,
  },
  'snippets.remove': { request: savedQueryOwner.extend(snippetPlace.shape), response: nothing },
  /** Parses a query with the grammar of the sandbox. Null for a correct one. */
  'queries.check': {
    request: z.object({ text: z.string().max(MAX_CHECKED_QUERY_CHARACTERS) }),
    response: z.object({
      /** `line:column` and a sentence; `unsupported` when it is RQL that only the sandbox refuses. */
      refusal: z.object({ message: z.string(), unsupported: z.boolean() }).nullable(),
    }),
  },
} as const;
