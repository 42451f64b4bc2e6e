/** The RQL editor: highlighting, completion, markers, and a handle to set the caret. */
import { useImperativeHandle, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';
import type { QueryProblem } from '../../../protocol/queries.ts';
import { CodeEditor, type CodeEditorProps, type EditorPosition } from '../../../ui/editor/index.ts';
import { ensureRqlLanguage, provideCompletion, RQL } from '../../../ui/rql/editor.ts';
import type { CompletionNames } from '../../../ui/rql/index.ts';

export interface QueryEditorHandle {
  goTo(line: number, column: number): void;
  focus(): void;
  /** Closes the completion popup, and cancels one that is about to open. */
  closeSuggestions(): void;
}

interface QueryEditorProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: QueryProblem | null;
  readonly completionNames: CompletionNames;
  readonly place: EditorPosition | undefined;
  readonly onPlace: (place: EditorPosition) => void;
  readonly handle: Ref<QueryEditorHandle>;
}

type Ready = Parameters<NonNullable<CodeEditorProps['onReady']>>[0];

ensureRqlLanguage();

export function QueryEditor({
  text,
  onText,
  problem,
  completionNames,
  place,
  onPlace,
  handle,
}: QueryEditorProps) {
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
      closeSuggestions: () => instance.current?.trigger('query', 'hideSuggestWidget', {}),
    }),
    [],
  );
  return (
    <CodeEditor
      language={RQL}
      label="Query"
      value={text}
      // Synchronous, not in the next frame: a late value would undo typed text.
      onChange={(typed) => flushSync(() => onText(typed))}
      autoFocus
      wordWrap
      placeholder="from Collection where Field = 'value'   (Ctrl+Enter runs, Ctrl+Space completes)"
      place={place}
      onPlace={onPlace}
      markers={
        problem
          ? [
              {
                severity: 'error',
                message: problem.message,
                line: problem.line,
                column: problem.column,
                endLine: problem.endLine,
                endColumn: problem.endColumn,
              },
            ]
          : []
      }
      onReady={(ready) => {
        instance.current = ready;
        // Enter after a complete word inserts a line break instead of accepting the same word.
        ready.updateOptions({ acceptSuggestionOnEnter: 'smart' });
        const model = ready.getModel();
        if (!model) return;
        const takeBack = provideCompletion(model.uri.toString(), completionNames);
        ready.onDidDispose(() => {
          takeBack();
          instance.current = null;
        });
      }}
    />
  );
}
