/** Adds a property to the metadata, or edits its name and value. The change is in the text; saving stores it. */
import { useState } from 'react';
import { Button, Dialog, Select, TextArea, TextField } from '../../../ui/index.ts';
import { nameProblem, type MetadataChange, type MetadataProperty } from './document-metadata.ts';
import {
  toJson,
  toTypedValue,
  valueTypes,
  valueTypeTitles,
  type TypedJson,
  type TypedValue,
} from './property-value.ts';

export interface PropertyDialogProps {
  /** Undefined for a new one. */
  readonly property: MetadataProperty | undefined;
  /** The names of the other properties. */
  readonly taken: readonly string[];
  readonly onApply: (changes: readonly MetadataChange[]) => void;
  readonly onClose: () => void;
}

const types = valueTypes.map((value) => ({ value, label: valueTypeTitles[value] }));

export function PropertyDialog({ property, taken, onApply, onClose }: PropertyDialogProps) {
  const [before] = useState<TypedValue>(() =>
    property ? toTypedValue(property.json) : { type: 'text', text: '' },
  );
  const [name, setName] = useState(property?.name ?? '');
  const [value, setValue] = useState(before);
  /** An empty field is an error only after the attempt to apply it. */
  const [tried, setTried] = useState(false);

  const kept = name === property?.name;
  const to = kept ? name : name.trim();
  const problem = kept ? undefined : nameProblem(to, taken);
  const read = toJson(value);
  const shownProblem = (problem: string | undefined, typed: string) =>
    tried || typed.trim() !== '' ? problem : undefined;

  const apply = () => {
    setTried(true);
    if (problem !== undefined || read.kind === 'problem') return;
    const sameValue = property && value.type === before.type && value.text === before.text;
    onApply([
      ...(property && !kept ? [{ kind: 'rename', name: property.name, to } as const] : []),
      ...(sameValue ? [] : [{ kind: 'set', name: to, json: read.json } as const]),
    ]);
  };

  return (
    <Dialog
      open
      width="narrow"
      title={property ? `Edit ${property.name}` : 'Add metadata property'}
      description="Changes the text. Saving the document stores it."
      onClose={onClose}
      onSubmit={apply}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {property ? 'Apply' : 'Add'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        mono
        error={shownProblem(problem, name)}
        hint={to.startsWith('@') ? 'Names that start with @ are meant for servers and clients.' : undefined}
      />
      <Select
        label="Type"
        value={value.type}
        onChange={(type) => setValue({ ...value, type })}
        options={types}
      />
      <ValueField
        value={value}
        onText={(text) => setValue({ ...value, text })}
        error={shownProblem(problemOf(read), value.text)}
      />
    </Dialog>
  );
}

function ValueField({
  value: { type, text },
  onText,
  error,
}: {
  readonly value: TypedValue;
  readonly onText: (text: string) => void;
  readonly error: string | undefined;
}) {
  switch (type) {
    case 'json':
      return <TextArea label="Value" value={text} onChange={onText} error={error} rows={6} mono />;
    case 'text':
    case 'number':
      return <TextField label="Value" value={text} onChange={onText} error={error} />;
    default:
      return null;
  }
}

function problemOf(read: TypedJson): string | undefined {
  return read.kind === 'problem' ? read.problem : undefined;
}
