/** The editor of a query or a patch script: highlighting, completion, the marker of a problem or of wrong syntax, and a handle. */
import { useImperativeHandle, useMemo, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { CodeEditor, type CodeEditorProps, type EditorMarker, type EditorPosition } from '../editor/index.ts';
import { provideCompletion } from './completion.ts';
import { formattingEdits } from './editing.ts';
import { ensureRqlLanguage, type PATCH_SCRIPT, type RQL } from './language.ts';
import type { CompletionNames } from './suggestions.ts';

type Instance = Parameters<NonNullable<CodeEditorProps['onReady']>>[0];

export interface RqlEditorHandle {
  goTo(line: number, column: number): void;
  focus(): void;
  /** Closes the completion popup, and cancels one that is about to open. */
  closeSuggestions(): void;
  /** Formats a query as one step of undo. The caret stays at its token. */
  format(): void;
}

export interface RqlEditorProps {
  readonly language: typeof RQL | typeof PATCH_SCRIPT;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Why a server refused this text. */
  readonly problem: Omit<EditorMarker, 'severity'> | null;
  /** Where this text is not RQL, found while it is typed. Not shown beside a problem. */
  readonly syntax: Omit<EditorMarker, 'severity'> | null;
  /** Read once, when the editor is created. */
  readonly names: CompletionNames;
  readonly place: EditorPosition | undefined;
  readonly onPlace: (place: EditorPosition) => void;
  readonly handle: Ref<RqlEditorHandle>;
}

ensureRqlLanguage();

export function RqlEditor(props: RqlEditorProps) {
  const { problem, syntax, names, onText } = props;
  const instance = useRef<Instance>(null);
  useImperativeHandle(
    props.handle,
    () => ({
      goTo(line, column) {
        instance.current?.setPosition({ lineNumber: line, column });
        instance.current?.revealLineInCenterIfOutsideViewport(line);
        instance.current?.focus();
      },
      focus: () => instance.current?.focus(),
      closeSuggestions: () => instance.current?.trigger('rookery', 'hideSuggestWidget', {}),
      format: () => {
        if (instance.current) format(instance.current);
      },
    }),
    [],
  );
  const markers = useMemo((): readonly EditorMarker[] => {
    if (problem) return [{ severity: 'error', ...problem }];
    return syntax ? [{ severity: 'warning', ...syntax }] : [];
  }, [problem, syntax]);
  return (
    <CodeEditor
      language={props.language}
      label={props.label}
      value={props.text}
      // Synchronous, not in the next frame: a late value would undo typed text.
      onChange={(typed) => flushSync(() => onText(typed))}
      autoFocus
      wordWrap
      placeholder={props.placeholder}
      place={props.place}
      onPlace={props.onPlace}
      markers={markers}
      onReady={(ready) => {
        instance.current = ready;
        // Enter after a complete word inserts a line break instead of accepting the same word.
        ready.updateOptions({ acceptSuggestionOnEnter: 'smart' });
        const model = ready.getModel();
        if (!model) return;
        const takeBack = provideCompletion(model.uri.toString(), names);
        ready.onDidDispose(() => {
          takeBack();
          instance.current = null;
        });
      }}
    />
  );
}

function format(instance: Instance): void {
  const model = instance.getModel();
  if (!model) return;
  const edits = formattingEdits(model);
  if (edits.length === 0) return;
  instance.pushUndoStop();
  instance.executeEdits('format', edits);
  instance.pushUndoStop();
}
