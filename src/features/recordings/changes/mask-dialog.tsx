import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/index.ts';
import styles from './changes.module.css';

/** The table of `native/recording/src/edit/mask`, in short. */
const replaced: readonly (readonly [string, string])[] = [
  [
    'Names of databases, indexes, collections, fields and files',
    'database-1, index-3: the same name gets the same one',
  ],
  ['Queries', 'Keywords and functions stay; texts become ?, numbers 0, comments are left out'],
  ['Ids of documents', 'document-1'],
  ['Paths, messages, titles, names of threads', 'Words of the server stay; others become …'],
  ['Settings', 'Names, numbers and switches stay; other values become …'],
  ['Address of the server, note', 'Removed'],
];

export function MaskDialog(props: {
  readonly onClose: () => void;
  readonly onMask: () => Promise<void>;
}): ReactNode {
  return (
    <ConfirmDialog
      open
      title="Mask the recording?"
      confirmLabel="Write masked copy"
      onClose={props.onClose}
      onConfirm={props.onMask}
    >
      <p>A copy is written in which texts and names are replaced. This recording stays as it is.</p>
      <table className={styles.replaced}>
        <caption>What is replaced</caption>
        <thead>
          <tr>
            <th scope="col">In the recording</th>
            <th scope="col">In the copy</th>
          </tr>
        </thead>
        <tbody>
          {replaced.map(([what, by]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{by}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Times, sizes, durations and the frames of stacks stay, and so does how many databases and indexes
        there are.
      </p>
    </ConfirmDialog>
  );
}
