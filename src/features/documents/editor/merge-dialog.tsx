/**
 * Three-way merge after a conflict: base, mine and theirs of each differing property, and the merged text. That text
 * is the only state of the merge: a choice writes into it, and it can be edited, too.
 */
import { useDeferredValue, useMemo, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { formatJson, parseJsonText } from '../../../protocol/json-text.ts';
import { Badge, Button, CopyButton, Dialog, pluralize } from '../../../ui/index.ts';
import { CodeEditor } from '../../../ui/editor/index.ts';
import { INDENT, setMember } from './member-edit.ts';
import { findSources, pathText, withTheirs } from './merge-changes.ts';
import { MergeTable, type Version } from './merge-table.tsx';
import { findDifferences, type Difference } from './three-way.ts';
import { useIdLinks } from '../use-id-links.ts';
import styles from './merge.module.css';

export interface MergeDialogProps {
  readonly database: Database;
  readonly id: string;
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
  /** The document was changed once more since `theirs` was loaded. */
  readonly changedAgain: boolean;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  readonly onSave: (merged: string) => void;
  readonly onClose: () => void;
}

const noDifferences: readonly Difference[] = [];

export function MergeDialog(props: MergeDialogProps) {
  const { database, id, base, theirs, mine, onSave, onClose } = props;
  const links = useIdLinks(database);
  // To open a document closes the dialog, which would lose the merge.
  const idLinks = useMemo(() => ({ ...links, open: undefined }), [links]);
  const differences = useMemo(
    () => findDifferences(base, theirs, mine) ?? noDifferences,
    [base, theirs, mine],
  );
  const [merged, setMerged] = useState(() => {
    const text = withTheirs(mine, differences);
    return formatJson(text, parseJsonText(text), INDENT);
  });
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const settled = useDeferredValue(merged);
  const sources = useMemo(() => findSources(settled, differences, decided), [settled, differences, decided]);
  const open = sources?.filter((source) => source === 'open').length ?? 0;

  const take = (taken: readonly Difference[], version: Version) => {
    setMerged(taken.reduce((text, each) => setMember(text, each.path, each[version]), merged));
    setDecided(new Set([...decided, ...taken.map(({ path }) => pathText(path))]));
  };
  const takeOpen = (version: Version) =>
    take(
      differences.filter((_, at) => sources?.[at] === 'open'),
      version,
    );
  const refusal = refusalOf(props.writeRefusal, sources, open);
  const save = () => {
    if (refusal === undefined && settled === merged) onSave(merged);
  };

  return (
    <Dialog
      open
      width="extra-wide"
      onClose={onClose}
      title={`Merge ${id}`}
      description="Your changes and the saved ones are combined. Choose a value where both changed the same property, or edit the result."
      footer={
        <>
          <CopyButton text={merged} label="Copy result" />
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabledReason={refusal} onClick={save}>
            Save result
          </Button>
        </>
      }
    >
      {props.changedAgain && (
        <p className={styles.again} role="status">
          The document was changed again on the server. Saving overwrites nothing: it shows that version next,
          and your result stays.
        </p>
      )}
      <div className={styles.summary}>
        <span role="status">
          {open === 0 ? (
            <Badge tone="success">all decided</Badge>
          ) : (
            <Badge tone="warning">{pluralize(open, 'property', 'properties')} to decide</Badge>
          )}
        </span>
        <Button disabled={open === 0} onClick={() => takeOpen('mine')}>
          Take mine for the rest
        </Button>
        <Button disabled={open === 0} onClick={() => takeOpen('theirs')}>
          Take theirs for the rest
        </Button>
      </div>
      <MergeTable
        differences={differences}
        sources={sources}
        onTake={(difference, version) => take([difference], version)}
      />
      <h3 className={styles.resultTitle}>Result</h3>
      <div className={styles.result}>
        <CodeEditor
          value={merged}
          onChange={setMerged}
          language="json"
          label={`Merged text of ${id}`}
          onSave={save}
          idLinks={idLinks}
        />
      </div>
    </Dialog>
  );
}

/** Why the result cannot be saved. */
function refusalOf(
  writeRefusal: string | undefined,
  sources: readonly unknown[] | undefined,
  open: number,
): string | undefined {
  if (writeRefusal !== undefined) return writeRefusal;
  if (sources === undefined) return 'The result is not a JSON object.';
  if (open > 0) return `Choose a value for ${pluralize(open, 'property', 'properties')} first.`;
  return undefined;
}
