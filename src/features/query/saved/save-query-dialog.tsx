/** Saves the text of the editor under a name, which may contain folders. */
import { useState } from 'react';
import type { SavedQueryPlace } from '../../../contract/index.ts';
import { Button, Dialog, ErrorView, TextField, useSubmit } from '../../../ui/index.ts';
import { fullName, placeOf } from '../../../ui/rql/index.ts';
import type { SavedQueriesState } from './use-saved-queries.ts';

interface SaveQueryDialogProps {
  readonly saved: SavedQueriesState;
  readonly initial: SavedQueryPlace | null;
  /** The text of the file for a name. */
  readonly text: (name: string) => string;
  readonly onClose: () => void;
  readonly onSaved: (place: SavedQueryPlace) => void;
}

export function SaveQueryDialog({ saved, initial, text, onClose, onSaved }: SaveQueryDialogProps) {
  const [typed, setTyped] = useState(initial ? fullName(initial) : '');
  const [tried, setTried] = useState(false);
  const { busy, failure, run } = useSubmit();
  const place = placeOf(typed);
  const exists = saved.queries.some((each) => fullName(each) === fullName(place));
  const isOwn = initial !== null && fullName(initial) === fullName(place);

  const save = async (): Promise<void> => {
    setTried(true);
    if (place.name === '') return;
    await run(async () => {
      await saved.save(place, text(fullName(place)), { replace: exists });
      onSaved(place);
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Save query"
      width="narrow"
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {exists && !isOwn ? 'Replace' : 'Save'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={typed}
        onChange={setTyped}
        placeholder="Sales/Late orders"
        autoComplete="off"
        hint={
          exists && !isOwn
            ? 'A query of this name exists and will be replaced.'
            : 'Use / for folders. Saved as an .rql file with its parameters.'
        }
        error={tried && place.name === '' ? 'Enter a name.' : null}
      />
      {failure !== null && <ErrorView error={failure} doing="Saving the query" compact />}
    </Dialog>
  );
}
