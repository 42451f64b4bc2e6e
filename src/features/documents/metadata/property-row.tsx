/** One property of the metadata: name, value, and what can be done with it. */
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/index.ts';
import styles from '../attachments/attachments.module.css';
import { isServerOwned } from '../editor/editable-text.ts';
import type { MetadataProperty } from './document-metadata.ts';

/** A longer value would not fit, and could hold megabytes. */
const MAX_SHOWN = 200;

export interface PropertyRowProps {
  readonly property: MetadataProperty;
  /** Why no property can be changed now. */
  readonly refusal: string | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

export function PropertyRow({ property, refusal, onEdit, onRemove }: PropertyRowProps) {
  const { name } = property;
  const value = shownValue(property.json);
  const ignored = isServerOwned(name) ? `The server sets ${name} and ignores it in the text.` : undefined;
  const repeated = property.repeated ? `The text has ${name} more than once. Edit it there.` : undefined;
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.facts} title={value}>
          {value}
        </span>
        {(repeated ?? ignored) !== undefined && <p className={styles.note}>{repeated ?? ignored}</p>}
      </div>
      <IconButton
        label={`Edit ${name}…`}
        icon={<Pencil />}
        disabledReason={refusal ?? repeated ?? ignored}
        onClick={onEdit}
      />
      <IconButton
        label={`Remove ${name}`}
        icon={<Trash2 />}
        disabledReason={refusal ?? repeated}
        onClick={onRemove}
      />
    </li>
  );
}

/** JSON in one line. White space within a string is rarely of interest here. */
function shownValue(json: string): string {
  const start = json.slice(0, MAX_SHOWN).replace(/\s+/g, ' ');
  return json.length > MAX_SHOWN ? `${start}…` : start;
}
