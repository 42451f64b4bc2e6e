/** Options of all editors; screens configure the rest through CodeEditorProps. */
import type { editor } from 'monaco-editor/editor/editor.api';

let overflowHost: HTMLElement | undefined;

/** Suggestions and hovers are rendered outside of the app, so that no split pane or transform clips them. */
function overflowWidgetsHost(): HTMLElement {
  if (!overflowHost) {
    overflowHost = document.createElement('div');
    overflowHost.className = 'monaco-editor rookery-overflow';
    overflowHost.style.zIndex = '60';
    overflowHost.style.position = 'relative';
    document.body.append(overflowHost);
  }
  return overflowHost;
}

export function sharedOptions(): editor.IEditorConstructionOptions {
  const font = getComputedStyle(document.documentElement).getPropertyValue('--font-mono').trim();
  return {
    fontFamily: font === '' ? 'monospace' : font,
    fontSize: 13,
    lineHeight: 20,
    fontLigatures: false,
    automaticLayout: true,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    smoothScrolling: false,
    renderLineHighlight: 'line',
    renderWhitespace: 'selection',
    stickyScroll: { enabled: false },
    guides: { indentation: true, bracketPairs: false },
    folding: true,
    fixedOverflowWidgets: true,
    overflowWidgetsDomNode: overflowWidgetsHost(),
    padding: { top: 8, bottom: 8 },
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
    quickSuggestions: { strings: true, other: true, comments: false },
    contextmenu: true,
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
    cursorBlinking: 'smooth',
    cursorSmoothCaretAnimation: 'off',
    // Features of the JSON mode that are not needed here.
    codeLens: false,
    colorDecorators: false,
    dropIntoEditor: { enabled: false },
    pasteAs: { enabled: false },
    inlineSuggest: { enabled: false },
    inlayHints: { enabled: 'off' },
    // Only editors with links of their own turn them on: documents are data, not pages.
    links: false,
  };
}
