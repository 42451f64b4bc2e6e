/** Monaco completion: sources after `from`, fields, functions, parameters, keywords. */
import type { Monaco } from '../editor/index.ts';
import {
  type CompletionNames,
  scriptSuggestionsAt,
  type Suggestion,
  type Suggestions,
  suggestionsAt,
} from './suggestions.ts';

/** Keyed by model URI, because a completion provider serves every editor of its language. */
const namesOf = new Map<string, CompletionNames>();

/** Call the returned function when the editor is disposed. */
export function provideCompletion(modelAddress: string, completionNames: CompletionNames): () => void {
  namesOf.set(modelAddress, completionNames);
  return () => namesOf.delete(modelAddress);
}

export function registerCompletion(monaco: Monaco, language: string, of: 'query' | 'script'): void {
  const kinds = monaco.languages.CompletionItemKind;
  const kindOf = {
    source: kinds.Class,
    field: kinds.Field,
    function: kinds.Function,
    keyword: kinds.Keyword,
    parameter: kinds.Variable,
    operator: kinds.Operator,
    value: kinds.Value,
  } as const satisfies Record<Suggestion['kind'], unknown>;
  // Fields first, then functions, then keywords.
  const order: Readonly<Record<Suggestion['kind'], string>> = {
    source: '0',
    parameter: '1',
    value: '0',
    operator: '0',
    field: '1',
    function: '2',
    keyword: '3',
  };
  monaco.languages.registerCompletionItemProvider(language, {
    triggerCharacters: ['.', '$', ' '],
    async provideCompletionItems(model, position) {
      const completionNames = namesOf.get(model.uri.toString());
      const text = model.getValue();
      const caret = model.getOffsetAt(position);
      const offers =
        of === 'query'
          ? await suggestionsAt(text, caret, completionNames)
          : inText(await scriptSuggestionsAt(text.slice(0, caret), null, completionNames), caret);
      const start = model.getPositionAt(offers.replaceFrom);
      const range = {
        startLineNumber: start.lineNumber,
        startColumn: start.column,
        endLineNumber: position.lineNumber,
        endColumn: position.column,
      };
      return {
        suggestions: offers.list.map((offer, place) => ({
          label: offer.label,
          kind: kindOf[offer.kind],
          insertText: offer.insert,
          ...(offer.snippet
            ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet }
            : {}),
          detail: offer.description,
          // Clauses, operators and values keep their order; the others are sorted by name.
          sortText: `${order[offer.kind]}${['keyword', 'operator', 'value'].includes(offer.kind) ? String(place).padStart(4, '0') : offer.label.toLowerCase()}`,
          range,
        })),
      };
    },
  });
}

/** Offsets of a script are relative to its end. */
function inText(offers: Suggestions, caret: number): Suggestions {
  return { ...offers, replaceFrom: caret + offers.replaceFrom };
}
