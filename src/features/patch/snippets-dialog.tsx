/** Saved snippets: save the current text, open, export and import files, delete. */
import { Download, FolderOpen, Save, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import {
  Button,
  Dialog,
  formatAgo,
  formatBytes,
  IconButton,
  pluralize,
  saveFile,
  TextField,
} from '../../ui/index.ts';
import { textNameOf, type PatchState } from './patch-state.ts';
import styles from './patch.module.css';
import {
  MAX_FILE_BYTES,
  openedIn,
  snippetFileName,
  snippetKinds,
  snippetOfFile,
  withSnippets,
  type Snippet,
} from './snippets.ts';

interface SnippetsDialogProps {
  readonly state: PatchState;
  readonly snippets: readonly Snippet[];
  readonly onSave: (snippets: readonly Snippet[]) => void;
  readonly onOpen: (change: Partial<PatchState>) => void;
  readonly onClose: () => void;
}

export function SnippetsDialog({ state, snippets, onSave, onOpen, onClose }: SnippetsDialogProps) {
  const session = useSession();
  const [name, setName] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const current = textNameOf(state);
  const text = current === null ? '' : state[current];
  const wanted = name.trim();
  const replaces = snippets.some((each) => each.name === wanted);

  const save = () => {
    if (current === null || wanted === '' || text.trim() === '') return;
    onSave(withSnippets(snippets, [{ name: wanted, of: current, text, at: Date.now() }]));
    setName('');
  };

  /** With Undo. */
  const remove = (snippet: Snippet) => {
    const rest = snippets.filter((each) => each.name !== snippet.name);
    onSave(rest);
    session.notify({
      kind: 'info',
      message: `Deleted the snippet ${snippet.name}.`,
      action: { label: 'Undo', run: () => onSave(withSnippets(rest, [snippet])) },
    });
  };

  const read = async (files: readonly File[]) => {
    const added: Snippet[] = [];
    for (const each of files)
      try {
        if (each.size > MAX_FILE_BYTES)
          throw new Error(
            `${each.name} has ${formatBytes(each.size)}; the limit of a snippet is ${formatBytes(MAX_FILE_BYTES)}.`,
          );
        added.push(snippetOfFile(each.name, await each.text(), Date.now()));
      } catch (thrown) {
        session.reportError(thrown, `Importing ${each.name}`);
      }
    if (added.length === 0) return;
    onSave(withSnippets(snippets, added));
    session.notify({ kind: 'success', message: `Imported ${pluralize(added.length, 'snippet')}.` });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Snippets"
      description="Scripts and queries saved for this database. Export them as text files to share or commit."
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
      <input
        ref={file}
        type="file"
        multiple
        hidden
        accept=".js,.rql,.txt,text/plain,text/javascript"
        aria-label="Snippet files"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Allows selecting the same file again.
          event.target.value = '';
          void read(files);
        }}
      />
      <TextField
        label="Save the current text as"
        value={name}
        placeholder="Add tax to orders"
        maxLength={200}
        disabled={current === null || text.trim() === ''}
        hint={
          current === null || text.trim() === ''
            ? 'The editor is empty'
            : replaces
              ? 'Replaces the snippet of this name'
              : snippetKinds[current]
        }
        onChange={setName}
        after={
          <Button
            type="submit"
            icon={<Save />}
            disabled={wanted === '' || current === null || text.trim() === ''}
          >
            Save
          </Button>
        }
      />
      {snippets.length === 0 ? (
        <p className={styles.note}>No snippets yet.</p>
      ) : (
        <ul className={styles.snippets} aria-label="Saved snippets">
          {snippets.map((snippet) => (
            <li key={snippet.name}>
              <button
                type="button"
                className={styles.snippet}
                onClick={() => {
                  onOpen(openedIn(snippet));
                  onClose();
                }}
              >
                <FolderOpen size={14} aria-hidden="true" />
                <span className={styles.sampleId}>{snippet.name}</span>
                <span className={styles.note}>
                  {snippetKinds[snippet.of]}, {formatAgo(snippet.at)}
                </span>
              </button>
              <IconButton
                label={`Export ${snippet.name}`}
                icon={<Download />}
                onClick={() => saveFile(snippetFileName(snippet), 'text/plain', snippet.text)}
              />
              <IconButton
                label={`Delete ${snippet.name}`}
                icon={<Trash2 />}
                onClick={() => remove(snippet)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
