import type * as monacoApi from 'monaco-editor/editor/editor.api';

/** Monaco's API as a type: costs nothing at run time, so anyone may import it. */
export type Monaco = typeof monacoApi;
