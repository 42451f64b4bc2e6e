/** Two texts side by side, or inline in a narrow pane; the right one can be edited. */
import { useEffect, useRef } from 'react';
import type { editor } from 'monaco-editor/editor/editor.api';
import { Button } from '../button.tsx';
import { sharedOptions } from './editor-options.ts';
import styles from './editor.module.css';
import type { Monaco } from './monaco-type.ts';
import { useMonaco } from './use-monaco.ts';

export interface DiffViewProps {
  readonly original: string;
  readonly modified: string;
  readonly originalLabel: string;
  readonly modifiedLabel: string;
  readonly language: string;
}

export function DiffView(props: DiffViewProps) {
  const [state, retry] = useMonaco(true);
  if (state.kind === 'ready') return <LoadedDiff {...props} monaco={state.monaco} />;
  if (state.kind === 'loading') return <div className={styles.editor} aria-busy="true" />;
  return (
    <p className={styles.failure} role="alert">
      The comparison could not be loaded: {state.reason}. <Button onClick={retry}>Try again</Button>
    </p>
  );
}

function LoadedDiff({
  monaco,
  original,
  modified,
  originalLabel,
  modifiedLabel,
  language,
}: DiffViewProps & { readonly monaco: Monaco }) {
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneDiffEditor>(null);
  // Monaco accepts them at creation only; another comparison creates another view.
  const labels = useRef({ original: originalLabel, modified: modifiedLabel });

  useEffect(() => {
    if (!host.current) return;
    const created = monaco.editor.createDiffEditor(host.current, {
      ...sharedOptions(),
      readOnly: true,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      originalAriaLabel: labels.current.original,
      modifiedAriaLabel: labels.current.modified,
      renderOverviewRuler: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 6, revealLineCount: 20 },
    });
    // The newest editor's services make the hovers of all editors, also those of suggestions. A comparison ends its
    // services with itself; those of a plain editor stay.
    monaco.editor.create(document.createElement('div'), { model: null }).dispose();
    // Monaco's own options are not screen reader labels.
    created.getOriginalEditor().updateOptions({ ariaLabel: labels.current.original });
    created.getModifiedEditor().updateOptions({ ariaLabel: labels.current.modified });
    instance.current = created;
    return () => {
      instance.current = null;
      created.dispose();
    };
  }, [monaco]);

  useEffect(() => {
    if (!instance.current) return;
    const models = {
      original: monaco.editor.createModel(original, language),
      modified: monaco.editor.createModel(modified, language),
    };
    for (const model of Object.values(models))
      model.updateOptions({
        bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
      });
    const view = instance.current;
    // Monaco never disposes the view model that setModel creates from models, so a comparison that is still computed
    // when its models are disposed would be reported as an error. Disposing our own view model cancels it.
    const viewModel = view.createViewModel(models);
    view.setModel(viewModel);
    return () => {
      // The editor must release its models before they are disposed.
      if (instance.current === view) view.setModel(null);
      viewModel.dispose();
      models.original.dispose();
      models.modified.dispose();
    };
  }, [monaco, original, modified, language]);

  return <div className={styles.editor} ref={host} />;
}
