/** The unsaved changes of a document, shown before each save unless switched off. */
import { useMemo, useState } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { LARGE_JSON } from '../../../protocol/json-cursor.ts';
import { formatJson, JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';
import { Checkbox } from '../../../ui/index.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { INDENT } from './member-edit.ts';
import { comparesBeforeSaving, setComparesBeforeSaving } from './save-preference.ts';

export interface ChangesDialogProps {
  readonly id: string;
  /** Empty where the document is deleted on the server. */
  readonly stored: string;
  readonly text: string;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function ChangesDialog({ id, stored, text, writeRefusal, onSave, onClose }: ChangesDialogProps) {
  const session = useSession();
  const [compares, setCompares] = useState(() => comparesBeforeSaving(session));
  const [before, after] = useMemo(() => [inOneLayout(stored), inOneLayout(text)], [stored, text]);
  return (
    <CompareDialog
      title={`Unsaved changes of ${id}`}
      left={{ label: 'stored', text: before }}
      right={{ label: 'yours', text: after }}
      onClose={onClose}
      action={{ label: 'Save', run: onSave, disabledReason: writeRefusal }}
    >
      <Checkbox
        label="Show this comparison before each save in this database"
        hint={compares ? null : 'Saving writes immediately. “Changes” (Alt+D) still opens the comparison.'}
        checked={compares}
        onChange={(next) => {
          setCompares(next);
          setComparesBeforeSaving(session, next);
        }}
      />
    </CompareDialog>
  );
}

/** The server keeps no layout, so a difference of layout is none. Invalid JSON is shown as typed, and so is a large text. */
function inOneLayout(text: string): string {
  if (text.length >= LARGE_JSON) return text;
  try {
    return formatJson(text, parseJsonText(text), INDENT);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return text;
    throw thrown;
  }
}
