/** Monaco providers of RQL: descriptions on hover, and formatting. */
import type { editor, languages } from 'monaco-editor/editor/editor.api';
import type { Monaco } from '../editor/index.ts';
import { formatEdits } from './format.ts';
import { hoverDocsAt } from './hover-docs.ts';

export function registerHover(monaco: Monaco, language: string): void {
  monaco.languages.registerHoverProvider(language, {
    provideHover(model, position) {
      const docs = hoverDocsAt(model.getValue(), model.getOffsetAt(position));
      if (!docs) return null;
      const [start, end] = [model.getPositionAt(docs.start), model.getPositionAt(docs.end)];
      return {
        range: monaco.Range.fromPositions(start, end),
        contents: [
          { value: `\`\`\`${language}\n${docs.title}\n\`\`\`` },
          { value: docs.note === null ? docs.description : `${docs.description}\n\n_${docs.note}_` },
        ],
      };
    },
  });
}

export function registerFormatting(monaco: Monaco, language: string): void {
  monaco.languages.registerDocumentFormattingEditProvider(language, {
    displayName: 'Format query',
    provideDocumentFormattingEdits: formattingEdits,
  });
}

/** The edits that format the text of a model. */
export function formattingEdits(model: editor.ITextModel): languages.TextEdit[] {
  return formatEdits(model.getValue()).map(({ start, end, text }) => {
    const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
    return {
      range: {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      },
      text,
    };
  });
}
