/** Saved queries and snippets: see stored/text-files.ts. */
import type { PortHandlers } from '../../../src/contract/index.ts';
import type { TextFiles } from '../stored/text-files.ts';

type SavedQueryCalls = Pick<PortHandlers['calls'], 'queries.list' | 'queries.save' | 'queries.remove'>;
type SnippetCalls = Pick<PortHandlers['calls'], 'snippets.list' | 'snippets.save' | 'snippets.remove'>;

export function savedQueryCalls(queries: TextFiles): SavedQueryCalls {
  return {
    'queries.list': async (owner) => {
      const { files, path, leftOut } = await queries.list(owner);
      const read = files.map(({ folder, name, text, changedAt }) => ({ folder, name, text, changedAt }));
      return { queries: read, path, leftOut };
    },
    'queries.save': async ({ folder, name, text, replace, ...owner }) => {
      await queries.save(owner, { folder, name, ending: '.rql' }, text, replace);
      return {};
    },
    'queries.remove': async ({ folder, name, ...owner }) => {
      await queries.remove(owner, { folder, name, ending: '.rql' });
      return {};
    },
  };
}

export function snippetCalls(snippets: TextFiles): SnippetCalls {
  return {
    'snippets.list': async (owner) => {
      const { files, path, leftOut } = await snippets.list(owner);
      const read = files.map(({ folder, name, ending, text, changedAt }) => ({
        ...{ folder, name, text, changedAt },
        language: ending === '.js' ? ('js' as const) : ('rql' as const),
      }));
      return { snippets: read, path, leftOut };
    },
    'snippets.save': async ({ folder, name, language, text, replace, ...owner }) => {
      await snippets.save(owner, { folder, name, ending: `.${language}` }, text, replace);
      return {};
    },
    'snippets.remove': async ({ folder, name, language, ...owner }) => {
      await snippets.remove(owner, { folder, name, ending: `.${language}` });
      return {};
    },
  };
}
