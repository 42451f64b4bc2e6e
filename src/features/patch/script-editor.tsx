/** The editor of one text of a patch tab, with its label and placeholder. */
import { PATCH_SCRIPT, RQL, RqlEditor, type RqlEditorProps } from '../../ui/rql/editor.ts';
import type { TextName } from './patch-state.ts';

interface ScriptEditorProps extends Omit<RqlEditorProps, 'language' | 'label' | 'placeholder'> {
  readonly name: TextName;
}

const labels: Readonly<Record<TextName, string>> = {
  updateQuery: 'Update query',
  deleteQuery: 'Query of the documents to delete',
  script: 'Patch script',
};
const placeholders: Readonly<Record<TextName, string>> = {
  updateQuery: 'Ctrl+Space completes. Example: from Orders where Freight > 10 update { this.Rated = true }',
  deleteQuery: "Ctrl+Space completes. Example: from Orders where ShippedAt < '2020-01-01'",
  script: 'Ctrl+Space completes. Example: this.Rated = true;',
};

export function ScriptEditor({ name, ...editor }: ScriptEditorProps) {
  return (
    <RqlEditor
      language={name === 'script' ? PATCH_SCRIPT : RQL}
      label={labels[name]}
      placeholder={placeholders[name]}
      {...editor}
    />
  );
}
