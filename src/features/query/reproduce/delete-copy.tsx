/** Confirms the deletion of a copy, in the footer of the wizard: its documents are on the server still. */
import { Button, readError, useSubmit } from '../../../ui/index.ts';
import styles from './reproduce.module.css';
import type { ReproductionModel } from './use-reproduction.ts';

interface DeleteCopyProps {
  readonly model: ReproductionModel;
  readonly name: string;
  readonly onEnd: () => void;
}

export function DeleteCopy({ model, name, onEnd }: DeleteCopyProps) {
  const { busy, failure, run } = useSubmit();
  const confirm = () =>
    run(async () => {
      await model.deleteCopy();
      onEnd();
    });
  return (
    <>
      <span className={styles.question} role={failure === null ? undefined : 'alert'}>
        {failure === null ? (
          <>
            Delete <code>{name}</code> from the sandbox?
          </>
        ) : (
          `The database was not deleted: ${readError(failure).message}`
        )}
      </span>
      <Button disabled={busy} onClick={onEnd}>
        Keep
      </Button>
      <Button variant="danger" busy={busy} onClick={() => void confirm()}>
        Delete database
      </Button>
    </>
  );
}
