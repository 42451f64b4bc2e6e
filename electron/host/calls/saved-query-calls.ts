/** Saved queries: see stored/saved-queries.ts. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import type { SavedQueries } from '../stored/saved-queries.ts';

type SavedQueryCalls = Pick<PortHandlers['calls'], 'queries.list' | 'queries.save' | 'queries.remove'>;

export function savedQueryCalls(queries: SavedQueries): SavedQueryCalls {
  return {
    'queries.list': (owner) => queries.list(owner),
    'queries.save': async (request) => {
      await queries.save(request, request, request.text, request.replace);
      return {};
    },
    'queries.remove': async (request) => {
      await queries.remove(request, request);
      return {};
    },
  };
}
