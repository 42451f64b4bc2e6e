/** Shows what saving changes, before it is saved. */
import { CompareDialog } from './compare-dialog.tsx';
import { saveEffect } from './definition-text.ts';
import type { IndexForm } from './index-form.ts';

const notes = {
  nothing: '',
  options: 'The entries stay as they are.',
  rebuild: 'The server builds the new version side by side. Queries use the stored one until then.',
} as const;

export function SaveDialog(props: {
  readonly stored: IndexForm;
  readonly form: IndexForm;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const { stored, form, onSave, onClose } = props;
  return (
    <CompareDialog
      title={`Save ${form.name}?`}
      note={notes[saveEffect(stored, form)]}
      left={{ label: 'stored', form: stored }}
      right={{ label: 'yours', form }}
      action={{ label: 'Save', run: onSave }}
      onClose={onClose}
    />
  );
}
