import type * as monacoApi from 'monaco-editor/editor/editor.api';

/** Monaco's API as a type: no run-time cost, so it can be imported anywhere. */
export type Monaco = typeof monacoApi;
