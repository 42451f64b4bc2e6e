/** Document ids in JSON texts: links that open with Ctrl/Cmd and a click, and a preview on hover. */
import { registerLanguage } from './load-monaco.ts';
import { findIds, type IdPrefixes } from '../find-ids.ts';
import type { IdPreview } from '../id-preview-context.ts';
import type { Monaco } from './monaco-type.ts';

export interface IdLinks {
  /** Undefined: ids are not links, and have previews alone. */
  readonly open: ((id: string) => void) | undefined;
  /** JSON to show on hover; a sentence when there is none. */
  readonly preview: (id: string, signal: AbortSignal) => Promise<IdPreview>;
  /** The prefixes of ids without a digit; undefined when unknown. */
  readonly prefixes: () => Promise<IdPrefixes | undefined>;
}

const SCHEME = 'rookery-document';
/** Longer texts have no links: finding them would delay typing. */
const MAX_CHARACTERS = 500_000;

/** Keyed by model URI, because a provider serves every editor of its language. */
const linksOf = new Map<string, IdLinks>();
let registered = false;

/** Call the returned function when the editor is disposed. */
export function addIdLinks(modelUri: string, links: IdLinks): () => void {
  linksOf.set(modelUri, links);
  if (!registered) {
    registered = true;
    registerLanguage(register);
  }
  return () => linksOf.delete(modelUri);
}

function register(monaco: Monaco): void {
  monaco.languages.registerLinkProvider('json', {
    async provideLinks(model) {
      const uri = model.uri.toString();
      const source = linksOf.get(uri);
      if (!source?.open || model.getValueLength() > MAX_CHARACTERS) return { links: [] };
      const prefixes = await source.prefixes();
      if (model.isDisposed()) return { links: [] };
      const links = findIds(model.getValue(), prefixes).map(({ id, start, end }) => ({
        range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
        url: monaco.Uri.from({ scheme: SCHEME, path: `/${id}`, query: uri }),
        tooltip: `Open ${id}`,
      }));
      return { links };
    },
  });
  monaco.editor.registerLinkOpener({
    open(resource) {
      if (resource.scheme !== SCHEME) return false;
      linksOf.get(resource.query)?.open?.(resource.path.slice(1));
      return true;
    },
  });
  monaco.languages.registerHoverProvider('json', {
    async provideHover(model, position, token) {
      const links = linksOf.get(model.uri.toString());
      const offset = model.getOffsetAt(position);
      const lineStart = model.getOffsetAt({ lineNumber: position.lineNumber, column: 1 });
      const line = model.getLineContent(position.lineNumber);
      const found = findIds(line, await links?.prefixes()).find(
        ({ start, end }) => offset >= lineStart + start && offset <= lineStart + end,
      );
      if (!links || !found) return null;
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      const preview = await links.preview(found.id, abort.signal);
      const value = preview.kind === 'json' ? `\`\`\`json\n${preview.text}\n\`\`\`` : preview.text;
      return { contents: [{ value: `**${found.id}**` }, { value }] };
    },
  });
}
