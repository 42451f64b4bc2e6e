/** Selects every document that a query finds. Nothing is changed before an action of the selection is confirmed. */
import { useEffect, useRef, useState } from 'react';
import { type Database, useConnection } from '../../../app/registry/index.ts';
import { explainIndexRefusal } from '../../../protocol/index-refusal.ts';
import { Button, Dialog, ErrorView, TextArea, useSubmit } from '../../../ui/index.ts';
import styles from '../documents.module.css';
import { selectByQuery, selectionProblem, type QuerySelection } from './query-selection.ts';

export interface SelectByQueryDialogProps {
  readonly database: Database;
  /** The text at the beginning. */
  readonly query: string;
  readonly onSelect: (found: QuerySelection) => void;
  readonly onClose: () => void;
}

export function SelectByQueryDialog({ database, query, onSelect, onClose }: SelectByQueryDialogProps) {
  const mode = useConnection(database.client.server.connection)?.mode ?? 'full';
  const [text, setText] = useState(query);
  const [none, setNone] = useState(false);
  const [tried, setTried] = useState(false);
  const { busy, failure, run } = useSubmit();
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const problem = selectionProblem(text);
  const refusal = failure === null ? null : explainIndexRefusal(failure, mode);

  const find = (newIndex?: 'confirm') => {
    setTried(true);
    if (problem !== null) return;
    void run(async () => {
      const own = new AbortController();
      abort.current = own;
      setNone(false);
      try {
        const found = await selectByQuery(database.client, text, { newIndex, signal: own.signal });
        if (own.signal.aborted) return;
        if (found.total === 0) setNone(true);
        else onSelect(found);
      } catch (thrown) {
        if (!own.signal.aborted) throw thrown;
      }
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Select documents by query"
      description="Selects all matches, also rows that are not loaded. Nothing changes before you confirm an action."
      onSubmit={() => find()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Select matches
          </Button>
        </>
      }
    >
      <TextArea
        label="Query"
        mono
        rows={5}
        autoFocus
        value={text}
        error={tried ? problem : null}
        hint="Ctrl+Enter selects"
        onChange={(typed) => {
          setText(typed);
          setNone(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          find();
        }}
      />
      {none && (
        <p className={styles.note} role="status">
          No documents match. The selection is unchanged.
        </p>
      )}
      {failure !== null && <ErrorView error={refusal ?? failure} doing="Selecting documents" compact />}
      {refusal !== null && mode === 'guarded' && (
        <Button onClick={() => find('confirm')}>Create the index and select…</Button>
      )}
    </Dialog>
  );
}
