/** One text of an index in an editor that is as high as the text. */
import { Trash2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { Badge, IconButton, TextField } from '../../../ui/index.ts';
import { CodeEditor, type CodeEditorProps } from '../../../ui/editor/index.ts';
import { ensureIndexCompletion, provideIndexCompletion } from './completion/register.ts';
import type { CompletionSource } from './completion/suggestions.ts';
import type { DatabaseNames } from './completion/use-completion-source.ts';
import type { ErrorPlace } from './error-place.ts';
import styles from './index-editor.module.css';
import type { Language } from './language.ts';

export interface TextSectionHandle {
  goTo(line: number, column: number): void;
  reveal(line: number): void;
}

interface TextSectionProps {
  readonly title: string;
  /** The editable name of an additional source. */
  readonly name: string | undefined;
  readonly text: string;
  readonly language: Language;
  readonly part: CompletionSource['part'];
  readonly names: DatabaseNames;
  readonly outputs: readonly string[];
  readonly marker: ErrorPlace | undefined;
  readonly readOnly: boolean;
  readonly onText: (text: string) => void;
  readonly onRename?: ((name: string) => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
  readonly onSave: () => void;
  /** Where the section is reached, under its key. */
  readonly handleKey: string;
  readonly handles: RefObject<Map<string, TextSectionHandle>>;
}

type Ready = Parameters<NonNullable<CodeEditorProps['onReady']>>[0];

const LINE_HEIGHT = 20;
const MIN_LINES = 4;
const MAX_LINES = 32;
/** The padding above and below the text, and a horizontal scrollbar. */
const FRAME = 28;

ensureIndexCompletion();

export function TextSection(props: TextSectionProps) {
  const { title, name, text, language, part, names, outputs, marker, readOnly } = props;
  const instance = useRef<Ready>(null);
  const section = useRef<HTMLElement>(null);
  const source = useRef<CompletionSource>(null);
  useLayoutEffect(() => {
    source.current = { part, language, ...names, outputFields: () => outputs };
  });
  const { handleKey, handles } = props;
  useEffect(() => {
    const all = handles.current;
    all.set(handleKey, {
      goTo(line, column) {
        section.current?.scrollIntoView({ block: 'nearest' });
        instance.current?.setPosition({ lineNumber: line, column });
        instance.current?.revealLineInCenterIfOutsideViewport(line);
        instance.current?.focus();
      },
      reveal(line) {
        section.current?.scrollIntoView({ block: 'nearest' });
        instance.current?.revealLineInCenterIfOutsideViewport(line);
      },
    });
    return () => {
      all.delete(handleKey);
    };
  }, [handleKey, handles]);
  const markers = useMemo(
    () =>
      marker
        ? [{ severity: 'error' as const, message: marker.message, line: marker.line, column: marker.column }]
        : [],
    [marker],
  );
  const takeBack = useRef<() => void>(undefined);
  useEffect(() => () => takeBack.current?.(), []);
  const lines = Math.min(MAX_LINES, Math.max(MIN_LINES, text.split('\n').length));
  return (
    <section
      ref={section}
      className={styles.text}
      aria-label={title}
      data-problem={marker !== undefined || undefined}
    >
      <header className={styles.textHead}>
        {name === undefined || props.onRename === undefined ? (
          <h3 className={styles.textTitle}>{title}</h3>
        ) : (
          <TextField
            label="Name of the additional source"
            hideLabel
            mono
            value={name}
            onChange={props.onRename}
            readOnly={readOnly}
          />
        )}
        <Badge tone="neutral">{language === 'csharp' ? 'C#' : 'JavaScript'}</Badge>
        {marker && <Badge tone="danger">line {marker.line}</Badge>}
        <span className={styles.space} />
        {props.onRemove && !readOnly && (
          <IconButton label={`Remove ${title.toLowerCase()}`} icon={<Trash2 />} onClick={props.onRemove} />
        )}
      </header>
      <div className={styles.editor} style={{ height: lines * LINE_HEIGHT + FRAME }}>
        <CodeEditor
          value={text}
          // Synchronous, not in the next frame: a late value would undo typed text.
          onChange={(typed) => flushSync(() => props.onText(typed))}
          language={language}
          label={title}
          readOnly={readOnly}
          markers={markers}
          onSave={props.onSave}
          onReady={(ready) => {
            instance.current = ready;
            ready.updateOptions({
              acceptSuggestionOnEnter: 'smart',
              // The list of editors scrolls with the wheel where a text has nothing more to scroll.
              scrollbar: { alwaysConsumeMouseWheel: false },
            });
            const model = ready.getModel();
            if (!model) return;
            takeBack.current = provideIndexCompletion(
              model.uri.toString(),
              () => source.current ?? { part, language, ...names, outputFields: () => [] },
            );
            ready.onDidDispose(() => {
              takeBack.current?.();
              instance.current = null;
            });
          }}
        />
      </div>
      {marker && (
        <p className={styles.textProblem}>
          Line {marker.line}: {marker.message}
        </p>
      )}
    </section>
  );
}
