/** The options of fields: storage, indexing, analyzer, term vector, suggestions, places, vectors. */
import { ListTree, Plus } from 'lucide-react';
import { Button, EmptyState, Menu } from '../../../ui/index.ts';
import { FieldOptions } from './field-options.tsx';
import { ALL_FIELDS, emptyField, type FieldForm } from './index-form.ts';
import styles from './index-editor.module.css';

interface FieldsPanelProps {
  readonly fields: readonly FieldForm[];
  /** The names of the fields that the maps return. */
  readonly outputs: readonly string[];
  /** The field with an error. */
  readonly problem: string | undefined;
  readonly searchEngine: string;
  /** Why the server indexes no vectors; undefined when it does. */
  readonly noVectors: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (fields: readonly FieldForm[]) => void;
}

export function FieldsPanel(props: FieldsPanelProps) {
  const { fields, outputs, problem, disabled, onChange } = props;
  const taken = new Set(fields.map(({ name }) => name));
  const free = outputs.filter((name) => !taken.has(name));
  const add = (name: string) => onChange([...fields, { ...emptyField, name }]);
  const addMenu = (
    <Menu
      trigger={
        <Button variant="secondary" icon={<Plus />} disabled={disabled}>
          Add field options
        </Button>
      }
      items={[
        ...free.slice(0, 40).map((name) => ({ id: name, label: name, onSelect: () => add(name) })),
        ...(taken.has(ALL_FIELDS)
          ? []
          : [
              {
                id: ALL_FIELDS,
                label: 'All fields',
                hint: 'the default of every field',
                separated: free.length > 0,
                onSelect: () => add(ALL_FIELDS),
              },
            ]),
        { id: 'other', label: 'Another field…', hint: 'enter its name', onSelect: () => add('') },
      ]}
    />
  );
  if (fields.length === 0)
    return (
      <EmptyState
        icon={ListTree}
        title="No field options"
        text="Without options, fields are indexed as whole values without case and are not stored. Add options for full-text search, stored values, suggestions, spatial search or vectors."
        action={addMenu}
      />
    );
  return (
    <div className={styles.form}>
      {fields.map((field, index) => (
        <FieldOptions
          // Names change while they are typed.
          key={index}
          field={field}
          invalid={problem !== undefined && problem === field.name}
          isUnknown={
            outputs.length > 0 &&
            field.name !== ALL_FIELDS &&
            field.name !== '' &&
            !outputs.includes(field.name)
          }
          searchEngine={props.searchEngine}
          noVectors={props.noVectors}
          disabled={disabled}
          onChange={(next) => onChange(fields.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onChange(fields.filter((_, at) => at !== index))}
        />
      ))}
      <div className={styles.buttonRow}>{addMenu}</div>
    </div>
  );
}
