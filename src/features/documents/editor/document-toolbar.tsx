/** Actions and state of the document. */
import { AlignLeft, Braces, Waypoints, CopyPlus, GitCompare, Save, Trash2 } from 'lucide-react';
import { Badge, Button, CopyButton, IconButton, KeyHint, Toolbar, ToolbarSpace } from '../../../ui/index.ts';
import styles from '../documents.module.css';

export interface DocumentToolbarProps {
  /** Undefined for a document that is not saved yet. */
  readonly id: string | undefined;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly archived: boolean;
  readonly canCompare: boolean;
  readonly text: string;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
  readonly onSave: () => void;
  readonly onChanges: () => void;
  readonly onFormat: () => void;
  readonly onRaw: () => void;
  readonly onReferences: () => void;
  readonly onClone: () => void;
  readonly onDelete: () => void;
}

export function DocumentToolbar(props: DocumentToolbarProps) {
  const { id, dirty, saving, archived, writeRefusal } = props;
  return (
    <Toolbar label="Document">
      <Button
        variant="primary"
        icon={<Save />}
        busy={saving}
        disabled={!dirty && id !== undefined}
        disabledReason={writeRefusal}
        onClick={props.onSave}
      >
        {saving ? 'Saving…' : 'Save'} <KeyHint keys="Mod+S" />
      </Button>
      <Button
        variant="secondary"
        icon={<GitCompare />}
        disabled={!props.canCompare}
        onClick={props.onChanges}
      >
        Changes
      </Button>
      <h2 className={styles.title} title={id}>
        {id ?? 'New document'}
      </h2>
      {dirty && <Badge tone="warning">unsaved</Badge>}
      {archived && <Badge tone="neutral">archived</Badge>}
      <ToolbarSpace />
      <IconButton label="Format JSON" icon={<AlignLeft />} shortcut="Shift+Alt+F" onClick={props.onFormat} />
      <CopyButton text={props.text} label="Copy JSON" iconOnly />
      {id !== undefined && (
        <>
          <IconButton label="Find references" icon={<Waypoints />} onClick={props.onReferences} />
          <IconButton label="View raw JSON" icon={<Braces />} onClick={props.onRaw} />
          <IconButton
            label="Clone"
            icon={<CopyPlus />}
            disabledReason={writeRefusal}
            onClick={props.onClone}
          />
          <IconButton
            label="Delete…"
            icon={<Trash2 />}
            disabledReason={writeRefusal}
            onClick={props.onDelete}
          />
        </>
      )}
    </Toolbar>
  );
}
