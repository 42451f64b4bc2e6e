export { CodeEditor, type CodeEditorProps, type EditorMarker, type EditorPosition } from './code-editor.tsx';
export { DiffView, type DiffViewProps } from './diff-view.tsx';
export { addIdLinks, type IdLinks } from './id-links.ts';
export { HUGE_CHARACTERS } from './huge-text.tsx';
export { loadMonaco, registerLanguage } from './load-monaco.ts';
export type { Monaco } from './monaco-type.ts';
