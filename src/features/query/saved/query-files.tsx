/** The buttons and dialogs of saved queries in the toolbar of the query screen. */
import { Library, Save } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { SavedQueryPlace } from '../../../contract/index.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { fullName, parameterNames } from '../../../ui/rql/index.ts';
import type { PastRun, QueryState } from '../runs/query-state.ts';
import { LibraryDialog } from './library-dialog.tsx';
import type { LibraryEntry } from './library.ts';
import { SaveQueryDialog } from './save-query-dialog.tsx';
import styles from '../query.module.css';
import { formatQueryText, readQueryText } from './saved-query-text.ts';
import { useSavedQueries } from './use-saved-queries.ts';

interface QueryFilesProps {
  readonly connectionId: string;
  readonly database: string;
  readonly state: QueryState;
  readonly history: readonly PastRun[];
  readonly onChange: (change: Partial<QueryState>) => void;
  readonly onOpened: () => void;
}

type OpenDialog =
  | { readonly kind: 'library' }
  | { readonly kind: 'save' }
  | { readonly kind: 'rename'; readonly place: SavedQueryPlace };

export function QueryFiles(props: QueryFilesProps) {
  const { connectionId, database, state, history, onChange, onOpened } = props;
  const session = useSession();
  const saved = useSavedQueries(connectionId, database);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { savedAs } = state;
  const file = savedAs && saved.queries.find((each) => fullName(each) === fullName(savedAs));
  const read = file ? readQueryText(file.text) : null;
  const changed = read !== null && (read.query !== state.text || !sameParameters(read.parameters, state));

  /** Only parameters of the text: others are left from earlier queries. */
  const textFor = (name: string): string =>
    formatQueryText({ name, query: state.text, parameters: usedParameters(state) });
  const close = (): void => setDialog(null);

  const save = (): void => {
    if (!savedAs || !file) {
      setDialog({ kind: 'save' });
      return;
    }
    const name = fullName(savedAs);
    saved.save(savedAs, textFor(name), { replace: true }).then(
      () => session.notify({ kind: 'success', message: `Saved ${name}.` }),
      (thrown: unknown) => session.reportError(thrown, 'Saving the query'),
    );
  };
  const open = (entry: LibraryEntry): void => {
    onChange({
      text: entry.query,
      parameters: { ...state.parameters, ...entry.parameters },
      savedAs: entry.kind === 'saved' ? { folder: entry.folder, name: entry.name } : null,
    });
    close();
    onOpened();
  };
  /** Saved under the new name first, so that a failure loses nothing. */
  const rename = (from: SavedQueryPlace, to: SavedQueryPlace): void => {
    close();
    if (fullName(from) === fullName(to)) return;
    saved
      .remove(from)
      .catch((thrown: unknown) => session.reportError(thrown, `Removing the old name ${fullName(from)}`));
    if (savedAs && fullName(savedAs) === fullName(from)) onChange({ savedAs: to });
  };

  const onSave = useEffectEvent(save);
  useEffect(
    () =>
      session.addCommands([
        { id: 'query.save', title: 'Save query', group: 'Query', shortcut: 'Mod+S', run: () => onSave() },
        {
          id: 'query.save-as',
          title: 'Save query as…',
          group: 'Query',
          run: () => setDialog({ kind: 'save' }),
        },
        {
          id: 'query.library',
          title: 'Saved queries and history…',
          group: 'Query',
          shortcut: 'Mod+O',
          keywords: 'open load recent',
          run: () => setDialog({ kind: 'library' }),
        },
      ]),
    [session],
  );

  const renamed =
    dialog?.kind === 'rename'
      ? saved.queries.find((each) => fullName(each) === fullName(dialog.place))
      : undefined;
  return (
    <>
      {file && (
        <span className={styles.savedName} title={fullName(file)}>
          {fullName(file)}
          {changed && ' (changed)'}
        </span>
      )}
      <IconButton label="Save query" shortcut="Ctrl+S" icon={<Save />} onClick={save} />
      <Button variant="ghost" icon={<Library />} onClick={() => setDialog({ kind: 'library' })}>
        Saved
      </Button>
      {dialog?.kind === 'library' && (
        <LibraryDialog
          database={database}
          saved={saved}
          history={history}
          onOpen={open}
          onRename={(place) => setDialog({ kind: 'rename', place })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'save' && (
        <SaveQueryDialog
          saved={saved}
          initial={savedAs}
          text={textFor}
          onClose={close}
          onSaved={(place) => {
            close();
            onChange({ savedAs: place });
            session.notify({ kind: 'success', message: `Saved ${fullName(place)}.` });
          }}
        />
      )}
      {dialog?.kind === 'rename' && renamed && (
        <SaveQueryDialog
          saved={saved}
          initial={dialog.place}
          text={(name) => formatQueryText({ ...readQueryText(renamed.text), name })}
          onClose={close}
          onSaved={(to) => rename(dialog.place, to)}
        />
      )}
    </>
  );
}

function usedParameters({ text, parameters }: QueryState): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameterNames(text).flatMap((name) => {
      const typed = parameters[name];
      return typed === undefined || typed === '' ? [] : [[name, typed]];
    }),
  );
}

function sameParameters(saved: Readonly<Record<string, string>>, state: QueryState): boolean {
  const used = usedParameters(state);
  const names = Object.keys(used);
  return names.length === Object.keys(saved).length && names.every((name) => saved[name] === used[name]);
}
