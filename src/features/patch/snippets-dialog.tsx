/** Saved snippets: save the current text, open, export and import files, delete. */
import { Download, FolderOpen, Save, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { MAX_SNIPPET_CHARACTERS } from '../../contract/index.ts';
import {
  Button,
  Dialog,
  ErrorView,
  FileInput,
  formatAgo,
  formatBytes,
  IconButton,
  pluralize,
  saveFile,
  SkeletonRows,
  TextField,
} from '../../ui/index.ts';
import { freeName, fullName } from '../../ui/rql/index.ts';
import { textNameOf, type PatchState } from './patch-state.ts';
import styles from './patch.module.css';
import {
  importedSnippet,
  openedIn,
  snippetKey,
  snippetKinds,
  snippetOfTab,
  snippetText,
  type Snippet,
} from './snippets.ts';
import { useSnippets } from './use-snippets.ts';

interface SnippetsDialogProps {
  readonly connectionId: string;
  readonly database: string;
  readonly state: PatchState;
  readonly onOpen: (change: Partial<PatchState>) => void;
  readonly onClose: () => void;
}

export function SnippetsDialog(props: SnippetsDialogProps) {
  const { connectionId, database, state, onOpen, onClose } = props;
  const session = useSession();
  const saved = useSnippets(connectionId, database);
  const { snippets } = saved;
  const [name, setName] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const current = textNameOf(state);
  const text = current === null ? '' : state[current];
  const snippet = name.trim() === '' ? null : snippetOfTab(state, name);
  const replaces = snippet !== null && snippets.some((each) => snippetKey(each) === snippetKey(snippet));

  const attempt = (work: Promise<void>, doing: string): void => {
    work.catch((thrown: unknown) => session.reportError(thrown, doing));
  };
  const save = () => {
    if (snippet === null) return;
    attempt(
      saved.save(snippet, { replace: replaces }).then(() => setName('')),
      'Saving the snippet',
    );
  };

  /** With Undo. */
  const remove = (chosen: Snippet) =>
    attempt(
      saved.remove(chosen).then(() =>
        session.notify({
          kind: 'info',
          message: `Deleted the snippet ${fullName(chosen)}.`,
          action: {
            label: 'Undo',
            run: () => attempt(saved.save(chosen, { replace: false }), 'Restoring the snippet'),
          },
        }),
      ),
      'Deleting the snippet',
    );

  /** Snippets of the same name are kept: the imported one gets a number. */
  const read = async (files: readonly File[]): Promise<void> => {
    const taken = new Set(snippets.map(snippetKey));
    let imported = 0;
    for (const each of files)
      try {
        if (each.size > MAX_SNIPPET_CHARACTERS)
          throw new Error(
            `${each.name} has ${formatBytes(each.size)}; the limit of a snippet is ${formatBytes(MAX_SNIPPET_CHARACTERS)}.`,
          );
        const added = importedSnippet(each.name, await each.text());
        const free = freeName(added.name, (other) => taken.has(snippetKey({ ...added, name: other })));
        await saved.save({ ...added, name: free }, { replace: false });
        taken.add(snippetKey({ ...added, name: free }));
        imported++;
      } catch (thrown) {
        session.reportError(thrown, `Importing ${each.name}`);
      }
    if (imported > 0)
      session.notify({ kind: 'success', message: `Imported ${pluralize(imported, 'snippet')}.` });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Snippets"
      description="Scripts and queries of this database, saved as .js and .rql files."
      width="wide"
      onSubmit={save}
      footer={
        <>
          <Button icon={<Upload />} onClick={() => file.current?.click()}>
            Import files…
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <FileInput
        ref={file}
        label="Snippet files"
        accept=".js,.rql,.txt,text/plain,text/javascript"
        onFiles={(files) => void read(files)}
      />
      <TextField
        label="Save the current text as"
        value={name}
        placeholder="Sales/Add tax"
        maxLength={200}
        disabled={current === null || text.trim() === ''}
        hint={
          current === null || text.trim() === ''
            ? 'The editor is empty'
            : replaces
              ? 'Replaces the snippet of this name'
              : `${snippetKinds[current]}. Use / for folders.`
        }
        onChange={setName}
        after={
          <Button type="submit" icon={<Save />} disabled={snippet === null}>
            Save
          </Button>
        }
      />
      {saved.error !== null && (
        <ErrorView error={saved.error} doing="Loading snippets" onRetry={saved.retry} compact />
      )}
      {saved.loading ? (
        <SkeletonRows label="Loading snippets" rows={3} />
      ) : snippets.length === 0 ? (
        <p className={styles.note}>No snippets yet.</p>
      ) : (
        <ul className={styles.snippets} aria-label="Saved snippets">
          {snippets.map((each) => (
            <li key={snippetKey(each)}>
              <button
                type="button"
                className={styles.snippet}
                onClick={() => {
                  onOpen(openedIn(each, state));
                  onClose();
                }}
              >
                <FolderOpen size={14} aria-hidden="true" />
                <span className={styles.sampleId}>{fullName(each)}</span>
                <span className={styles.note}>
                  {snippetKinds[each.of]}, {formatAgo(each.at)}
                </span>
              </button>
              <IconButton
                label={`Export ${fullName(each)}`}
                icon={<Download />}
                onClick={() =>
                  saveFile(snippetKey(each).replaceAll('/', '-'), 'text/plain', snippetText(each))
                }
              />
              <IconButton label={`Delete ${fullName(each)}`} icon={<Trash2 />} onClick={() => remove(each)} />
            </li>
          ))}
        </ul>
      )}
      {saved.path !== undefined && (
        <p className={styles.note}>
          Files: <code>{saved.path}</code>
          {saved.leftOut > 0 &&
            ` ${pluralize(saved.leftOut, 'file')} not listed: too large, too many or unreadable.`}
        </p>
      )}
    </Dialog>
  );
}
