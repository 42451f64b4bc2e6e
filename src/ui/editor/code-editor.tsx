/** The text editor: controlled value, markers, save and run keys, restored position; huge texts open read-only. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { editor } from 'monaco-editor/editor/editor.api';
import { Button } from '../button.tsx';
import { EchoFilter } from './echo-filter.ts';
import { sharedOptions } from './editor-options.ts';
import styles from './editor.module.css';
import { addIdLinks, type IdLinks } from './id-links.ts';
import { assignJsonSchema } from './json-schemas.ts';
import { HUGE_CHARACTERS, HugeText } from './huge-text.tsx';
import type { Monaco } from './monaco-type.ts';
import { minimalEdit } from './minimal-edit.ts';
import { useMonaco } from './use-monaco.ts';

export interface EditorMarker {
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** 1-based. The end defaults to the end of the word or line. */
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

/** Caret and scroll position as plain numbers, so that a tab can save it across restarts. */
export interface EditorPosition {
  readonly line: number;
  readonly column: number;
  readonly scrollTop: number;
}

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  /** A language of Monaco: `json`, `plaintext`, or one added with registerLanguage. */
  readonly language: string;
  /** The accessible name: "Document orders/1-A". */
  readonly label: string;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  readonly wordWrap?: boolean;
  readonly lineNumbers?: boolean;
  readonly autoFocus?: boolean;
  readonly markers?: readonly EditorMarker[];
  readonly place?: EditorPosition | undefined;
  readonly onPlace?: (place: EditorPosition) => void;
  /** Ctrl/Cmd+S, with the current text: the latest key press may not be rendered yet. */
  readonly onSave?: (value: string) => void;
  /** Ctrl/Cmd+Enter, with the current text. */
  readonly onRun?: (value: string) => void;
  /** Makes document ids in a JSON text links. Read once, when the editor is created. */
  readonly idLinks?: IdLinks | undefined;
  /** A JSON schema of the text: completion, and warnings where the text does not follow it. */
  readonly jsonSchema?: object | undefined;
  /** The editor instance, for features beyond the props (actions, providers by model). */
  readonly onReady?: (instance: editor.IStandaloneCodeEditor, monaco: Monaco) => void;
}

export function CodeEditor(props: CodeEditorProps) {
  const [openAnyway, setOpenAnyway] = useState(false);
  const guarded = props.value.length > HUGE_CHARACTERS && !openAnyway;
  const [state, retry] = useMonaco(!guarded);
  if (guarded)
    return <HugeText text={props.value} label={props.label} onOpenAnyway={() => setOpenAnyway(true)} />;
  if (state.kind === 'ready') return <LoadedEditor {...props} monaco={state.monaco} />;
  return (
    <div className={styles.editor} aria-busy={state.kind === 'loading'}>
      {state.kind === 'failed' && (
        <p className={styles.failure} role="alert">
          The editor could not be loaded: {state.reason}. The text below is complete.{' '}
          <Button onClick={retry}>Try again</Button>
        </p>
      )}
      <pre
        className={styles.plain}
        tabIndex={0}
        aria-label={props.label}
        role="textbox"
        aria-readonly="true"
        aria-multiline="true"
      >
        {props.value.slice(0, 20_000)}
      </pre>
    </div>
  );
}

function LoadedEditor(props: CodeEditorProps & { readonly monaco: Monaco }) {
  const { monaco, value, language, label, readOnly = false, markers } = props;
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  /** The text in the editor. */
  const known = useRef(value);
  const echoes = useRef(new EchoFilter());
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!host.current) return;
    const first = latest.current;
    const model = monaco.editor.createModel(withLineFeeds(first.value), first.language);
    model.setEOL(monaco.editor.EndOfLineSequence.LF);
    model.updateOptions({ tabSize: 4, insertSpaces: true });
    known.current = withLineFeeds(first.value);
    const created = monaco.editor.create(host.current, {
      ...sharedOptions(),
      // Words of a document are data: suggesting them would hide the real suggestions.
      wordBasedSuggestions: 'off',
      model,
      ariaLabel: first.label,
      readOnly: first.readOnly ?? false,
      links: first.idLinks !== undefined,
      ...(first.placeholder === undefined ? {} : { placeholder: first.placeholder }),
      wordWrap: first.wordWrap === true ? 'on' : 'off',
      lineNumbers: first.lineNumbers === false ? 'off' : 'on',
    });
    // Brackets keep the colour of punctuation: colour carries meaning only. Creating an editor resets this, so it
    // is set afterwards.
    model.updateOptions({
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    instance.current = created;
    created.onDidChangeModelContent(() => {
      const text = model.getValue(monaco.editor.EndOfLinePreference.LF);
      if (text === known.current) return;
      known.current = text;
      echoes.current.sent(text);
      latest.current.onChange?.(text);
    });
    // Actions, not addCommand, which would apply to all editors of the window.
    created.addAction({
      id: 'rookery.save',
      label: 'Save',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      run: () => latest.current.onSave?.(known.current),
    });
    created.addAction({
      id: 'rookery.run',
      label: 'Run',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
      run: () => latest.current.onRun?.(known.current),
    });
    restorePlace(created, first.place);
    const tellPlace = () => {
      const at = created.getPosition();
      if (at)
        latest.current.onPlace?.({
          line: at.lineNumber,
          column: at.column,
          scrollTop: created.getScrollTop(),
        });
    };
    created.onDidBlurEditorWidget(tellPlace);
    created.onDidScrollChange(debounced(tellPlace, 400));
    const removeLinks = first.idLinks ? addIdLinks(model.uri.toString(), first.idLinks) : undefined;
    if (first.autoFocus) created.focus();
    first.onReady?.(created, monaco);
    return () => {
      instance.current = null;
      removeLinks?.();
      created.dispose();
      model.dispose();
    };
  }, [monaco]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (!instance.current || !model || !echoes.current.isNew(value) || value === known.current) return;
    const wanted = withLineFeeds(value);
    const edit = minimalEdit(model.getValue(monaco.editor.EndOfLinePreference.LF), wanted);
    known.current = wanted;
    if (!edit) return;
    const range = monaco.Range.fromPositions(model.getPositionAt(edit.start), model.getPositionAt(edit.end));
    model.pushStackElement();
    // Through the model, not the editor: a read-only editor must still show new values.
    model.pushEditOperations(instance.current.getSelections(), [{ range, text: edit.text }], () => null);
    model.pushStackElement();
  }, [monaco, value]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (model) monaco.editor.setModelLanguage(model, language);
  }, [monaco, language]);

  useEffect(() => {
    instance.current?.updateOptions({
      readOnly,
      ariaLabel: label,
      wordWrap: props.wordWrap === true ? 'on' : 'off',
    });
  }, [readOnly, label, props.wordWrap]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (!model) return;
    monaco.editor.setModelMarkers(
      model,
      'rookery',
      (markers ?? []).map((marker) => modelMarker(monaco, model, marker)),
    );
  }, [monaco, markers]);

  useEffect(() => {
    const model = instance.current?.getModel();
    if (model && props.jsonSchema) return assignJsonSchema(model.uri.toString(), props.jsonSchema);
    return undefined;
  }, [monaco, props.jsonSchema]);

  return <div className={styles.editor} ref={host} />;
}

function modelMarker(monaco: Monaco, model: editor.ITextModel, marker: EditorMarker): editor.IMarkerData {
  const at = model.validatePosition({ lineNumber: marker.line, column: marker.column });
  const word = model.getWordAtPosition(at);
  const severity = { error: 'Error', warning: 'Warning', info: 'Info' } as const;
  return {
    severity: monaco.MarkerSeverity[severity[marker.severity]],
    message: marker.message,
    startLineNumber: at.lineNumber,
    startColumn: at.column,
    endLineNumber: marker.endLine ?? at.lineNumber,
    endColumn: marker.endColumn ?? word?.endColumn ?? model.getLineMaxColumn(at.lineNumber),
  };
}

/** The model uses line feeds only, so that offsets match those of the owner's text. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function restorePlace(instance: editor.IStandaloneCodeEditor, place: EditorPosition | undefined): void {
  if (!place) return;
  instance.setPosition({ lineNumber: place.line, column: place.column });
  instance.setScrollTop(place.scrollTop);
}

function debounced(run: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}
