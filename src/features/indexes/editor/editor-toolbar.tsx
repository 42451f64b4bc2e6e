/** Name, actions and state of the index. */
import { CopyPlus, Download, FilePlus2, FlaskConical, GitCompare, Save, Trash2, Upload } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { getAutoIndexNames, getDefinition } from '../../../protocol/index-definitions.ts';
import { getCollectionStats } from '../../../protocol/collections.ts';
import {
  Badge,
  Button,
  CopyButton,
  FileInput,
  IconButton,
  KeyHint,
  Menu,
  TextField,
  Toolbar,
  ToolbarSpace,
} from '../../../ui/index.ts';
import { convertAutoIndex } from './convert-auto-index.ts';
import { readImport } from './import-definition.ts';
import { definitionJson, type IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';
import { templates } from './templates.ts';
import type { DeleteIndex } from './use-delete-index.ts';

interface EditorToolbarProps {
  readonly database: Database;
  readonly form: IndexForm;
  /** Undefined for an index that is not saved yet. */
  readonly storedName: string | undefined;
  readonly dirty: boolean;
  /** The stored index is gone: saving creates it again. */
  readonly deleted: boolean;
  readonly saving: boolean;
  readonly trying: boolean;
  readonly canCompare: boolean;
  readonly writeRefusal: string | undefined;
  readonly deletion: DeleteIndex;
  readonly onName: (name: string) => void;
  readonly onSave: () => void;
  readonly onTry: () => void;
  readonly onChanges: () => void;
  readonly onExport: () => void;
  /** Replaces the edited definition; the message says by what. */
  readonly onForm: (form: IndexForm, message: string) => void;
  readonly onClone: () => void;
}

/** A definition of more than this is not one. */
const LARGEST_FILE = 5_000_000;

export function EditorToolbar(props: EditorToolbarProps) {
  const { form, storedName, dirty, saving, writeRefusal } = props;
  const session = useSession();
  const file = useRef<HTMLInputElement>(null);

  const importFile = async (chosen: File) => {
    const doing = `Importing ${chosen.name}`;
    try {
      if (chosen.size > LARGEST_FILE)
        throw new Error('The file is larger than 5 MB, so it is not an index definition.');
      const read = readImport(await chosen.text());
      if (read.kind === 'refused') throw new Error(read.reason);
      const others =
        read.left > 0
          ? ` The file has ${read.left} more: import it in the list of indexes to add all of them.`
          : '';
      props.onForm(read.form, `Imported ${chosen.name}. It is not saved yet.${others}`);
    } catch (thrown) {
      session.reportError(thrown, doing);
    }
  };

  return (
    <Toolbar label="Index">
      <Button
        variant="primary"
        icon={<Save />}
        busy={saving}
        disabled={!dirty && !props.deleted && storedName !== undefined}
        disabledReason={writeRefusal}
        onClick={props.onSave}
      >
        {saving ? 'Saving…' : 'Save'} <KeyHint keys="Mod+S" />
      </Button>
      <Button
        variant="secondary"
        icon={<FlaskConical />}
        busy={props.trying}
        disabledReason={writeRefusal}
        onClick={props.onTry}
      >
        Try <KeyHint keys="Mod+Enter" />
      </Button>
      <Button
        variant="secondary"
        icon={<GitCompare />}
        disabled={!props.canCompare}
        onClick={props.onChanges}
      >
        Changes
      </Button>
      {storedName === undefined ? (
        <div className={styles.name}>
          <TextField
            label="Name"
            mono
            value={form.name}
            onChange={props.onName}
            placeholder="Orders/ByCompany"
            readOnly={writeRefusal !== undefined}
          />
        </div>
      ) : (
        <h2 className={styles.title} title={storedName}>
          {storedName}
        </h2>
      )}
      {dirty && <Badge tone="warning">unsaved</Badge>}
      <ToolbarSpace />
      {storedName === undefined && writeRefusal === undefined && <StartMenu {...props} />}
      <FileInput
        ref={file}
        label="File with an index definition"
        accept=".json,application/json"
        onFile={(chosen) => void importFile(chosen)}
      />
      <IconButton
        label="Import definition…"
        icon={<Upload />}
        disabledReason={writeRefusal}
        onClick={() => file.current?.click()}
      />
      <IconButton label="Export definition" icon={<Download />} onClick={props.onExport} />
      <CopyButton text={() => definitionJson(form)} label="Copy definition" iconOnly />
      {storedName !== undefined && (
        <IconButton label="Clone" icon={<CopyPlus />} disabledReason={writeRefusal} onClick={props.onClone} />
      )}
      {props.deletion.start && (
        <IconButton
          label="Delete index…"
          icon={<Trash2 />}
          disabled={props.deletion.deleting}
          disabledReason={props.deletion.refusal}
          onClick={props.deletion.start}
        />
      )}
    </Toolbar>
  );
}

/** What a new index can begin with: templates and the automatic indexes of the database. */
function StartMenu({ database, onForm }: EditorToolbarProps) {
  const { client, key } = database;
  const session = useSession();
  const choices = useQuery({
    queryKey: [...key, 'index-editor', 'start'],
    queryFn: async ({ signal }) => {
      const [stats, automatic] = await Promise.all([
        getCollectionStats(client, { signal }),
        getAutoIndexNames(client, { signal }),
      ]);
      const [largest] = stats.collections
        .filter(({ name }) => !name.startsWith('@'))
        .sort((a, b) => b.documents - a.documents);
      return { collection: largest?.name ?? 'Collection', automatic };
    },
  });
  const collection = choices.data?.collection ?? 'Collection';
  const convert = async (name: string) => {
    try {
      const definition = await getDefinition(client, name);
      if (!definition) throw new Error(`The index ${name} no longer exists.`);
      onForm(convertAutoIndex(definition), `Converted ${name}. It is not saved yet.`);
    } catch (thrown) {
      session.reportError(thrown, `Converting ${name}`);
    }
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={<FilePlus2 />}>
          Start from
        </Button>
      }
      items={[
        ...templates.map((template) => ({
          id: template.id,
          label: template.title,
          hint: template.hint,
          onSelect: () => onForm(template.form(collection), `Started from the template "${template.title}".`),
        })),
        ...(choices.data?.automatic ?? []).slice(0, 30).map((name, place) => ({
          id: name,
          label: name,
          hint: 'convert to a static index',
          separated: place === 0,
          onSelect: () => void convert(name),
        })),
      ]}
    />
  );
}
