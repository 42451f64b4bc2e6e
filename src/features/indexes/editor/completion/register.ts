/** Monaco completion for the texts of indexes. Other editors of these languages get none from here. */
import { registerLanguage } from '../../../../ui/editor/index.ts';
import { suggestionsAt, type CompletionSource, type Suggestion } from './suggestions.ts';

/** Keyed by model URI, because a completion provider serves every editor of its language. */
const sources = new Map<string, () => CompletionSource>();
let registered = false;

/** Call the returned function when the editor is disposed. */
export function provideIndexCompletion(modelAddress: string, source: () => CompletionSource): () => void {
  sources.set(modelAddress, source);
  return () => sources.delete(modelAddress);
}

/** Idempotent: every editor can call it. */
export function ensureIndexCompletion(): void {
  if (registered) return;
  registered = true;
  registerLanguage((monaco) => {
    const kinds = monaco.languages.CompletionItemKind;
    const kindOf = {
      collection: kinds.Class,
      field: kinds.Field,
      function: kinds.Function,
      option: kinds.Property,
    } as const satisfies Record<Suggestion['kind'], unknown>;
    for (const language of ['javascript', 'csharp'])
      monaco.languages.registerCompletionItemProvider(language, {
        triggerCharacters: ['.', "'", '"', '{'],
        async provideCompletionItems(model, position) {
          const source = sources.get(model.uri.toString());
          if (!source) return { suggestions: [] };
          const offers = await suggestionsAt(model.getValue(), model.getOffsetAt(position), source());
          const word = model.getWordUntilPosition(position);
          const range = {
            startLineNumber: position.lineNumber,
            startColumn: word.startColumn,
            endLineNumber: position.lineNumber,
            endColumn: position.column,
          };
          return {
            suggestions: offers.map((offer) => ({
              label: offer.label,
              kind: kindOf[offer.kind],
              insertText: offer.insert,
              ...(offer.snippet
                ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }
                : {}),
              detail: offer.hint,
              range,
            })),
          };
        },
      });
  });
}
