/** The editor of a script or a query: highlighting, completion, the marker of a problem. */
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';
import type { QueryProblem } from '../../protocol/queries.ts';
import { CodeEditor, type CodeEditorProps, type EditorPosition } from '../../ui/editor/index.ts';
import { ensureRqlLanguage, PATCH_SCRIPT, provideCompletion, RQL } from '../../ui/rql/editor.ts';
import type { CompletionNames } from '../../ui/rql/index.ts';
import type { TextName } from './patch-state.ts';

export interface ScriptEditorHandle {
  goTo(line: number, column: number): void;
  focus(): void;
  closeSuggestions(): void;
}

interface ScriptEditorProps {
  readonly name: TextName;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: QueryProblem | null;
  readonly names: CompletionNames;
  readonly place: EditorPosition | undefined;
  readonly onPlace: (place: EditorPosition) => void;
  readonly handle: Ref<ScriptEditorHandle>;
}

const labels: Readonly<Record<TextName, string>> = {
  updateQuery: 'Update query',
  deleteQuery: 'Query of the documents to delete',
  script: 'Patch script',
};
const placeholders: Readonly<Record<TextName, string>> = {
  updateQuery: 'from Orders where Freight > 10 update { this.Rated = true }   (Ctrl+Space completes)',
  deleteQuery: "from Orders where ShippedAt < '2020-01-01'   (Ctrl+Space completes)",
  script: 'this.Rated = true;   (Ctrl+Space completes)',
};

type Ready = Parameters<NonNullable<CodeEditorProps['onReady']>>[0];

ensureRqlLanguage();

export function ScriptEditor(props: ScriptEditorProps) {
  const { name, text, onText, problem, names, place, onPlace, handle } = props;
  const instance = useRef<Ready>(null);
  useImperativeHandle(
    handle,
    () => ({
      goTo(line, column) {
        instance.current?.setPosition({ lineNumber: line, column });
        instance.current?.revealLineInCenterIfOutsideViewport(line);
        instance.current?.focus();
      },
      focus: () => instance.current?.focus(),
      closeSuggestions: () => instance.current?.trigger('patch', 'hideSuggestWidget', {}),
    }),
    [],
  );
  const given = useRef(names);
  useEffect(() => {
    given.current = names;
  });
  return (
    <CodeEditor
      language={name === 'script' ? PATCH_SCRIPT : RQL}
      label={labels[name]}
      value={text}
      // Synchronous, not in the next frame: a late value would undo typed text.
      onChange={(typed) => flushSync(() => onText(typed))}
      autoFocus
      wordWrap
      placeholder={placeholders[name]}
      place={place}
      onPlace={onPlace}
      markers={problem ? [{ severity: 'error', ...problem }] : []}
      onReady={(ready) => {
        instance.current = ready;
        // Enter after a complete word inserts a line break instead of accepting the same word.
        ready.updateOptions({ acceptSuggestionOnEnter: 'smart' });
        const model = ready.getModel();
        if (!model) return;
        const takeBack = provideCompletion(model.uri.toString(), given.current);
        ready.onDidDispose(() => {
          takeBack();
          instance.current = null;
        });
      }}
    />
  );
}
