/** How a file is read, and how its documents are written. */
import type { ReactNode } from 'react';
import { Checkbox, Select, TextField } from '../../../../ui/index.ts';
import styles from '../../transfer.module.css';
import { proposeCsv, type FileStart } from '../map/preview.ts';
import type { CsvSettings, EmptyCells, ExistingChoice, FileSettings, IdSource } from '../map/settings.ts';
import { delimiters, type Delimiter } from '../read/csv-rows.ts';
import { fileFormatNames, fileFormats, type FileFormat } from '../read/file-kind.ts';

interface FileOptionsProps {
  readonly start: FileStart;
  readonly settings: FileSettings;
  readonly change: (part: Partial<FileSettings>) => void;
  readonly disabled: boolean;
}

const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Bar |',
};

export function FileOptions({ start, settings, change, disabled }: FileOptionsProps): ReactNode {
  const { format, csv } = settings;
  const shared = { settings, change, disabled };

  function setFormat(next: FileFormat): void {
    const isTable = next === 'csv';
    // Ids of JSON and of a table come from different places.
    const idSource: IdSource = isTable === (format === 'csv') ? settings.idSource : 'server';
    change({
      format: next,
      idSource,
      ...(isTable ? { csv: proposeCsv(start, csv.delimiter, csv.hasHeader) } : {}),
    });
  }

  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend>File</legend>
        <Select<FileFormat>
          label="Format"
          value={format}
          onChange={setFormat}
          disabled={disabled}
          options={fileFormats.map((value) => ({ value, label: fileFormatNames[value] }))}
        />
        {format === 'csv' && (
          <TableOptions
            csv={csv}
            disabled={disabled}
            onChange={(next) => change({ csv: next })}
            onReread={(delimiter, hasHeader) => change({ csv: proposeCsv(start, delimiter, hasHeader) })}
          />
        )}
      </fieldset>
      <fieldset className={styles.group} disabled={disabled}>
        <legend>Documents</legend>
        <TextField
          label="Collection"
          value={settings.collection}
          disabled={disabled}
          hint="For documents without @metadata.@collection."
          onChange={(collection) => change({ collection })}
        />
        {format === 'csv' ? <TableIds {...shared} /> : <JsonIds {...shared} />}
        {settings.idSource === 'property' && (
          <TextField
            label="Id prefix"
            mono
            value={settings.idPrefix}
            disabled={disabled}
            placeholder="orders/"
            onChange={(idPrefix) => change({ idPrefix })}
          />
        )}
        <Select<ExistingChoice>
          label="Existing ids"
          value={settings.existing}
          disabled={disabled || settings.idSource === 'server'}
          hint={settings.idSource === 'server' ? 'Generated ids are always new.' : undefined}
          onChange={(existing) => change({ existing })}
          options={[
            { value: 'overwrite', label: 'Overwrite the document' },
            { value: 'skip', label: 'Skip the item', hint: 'Reads the ids of each batch first: slower' },
            { value: 'stop', label: 'Stop the import', hint: 'What was written before stays' },
          ]}
        />
      </fieldset>
    </>
  );
}

function TableOptions({
  csv,
  disabled,
  onChange,
  onReread,
}: {
  readonly csv: CsvSettings;
  readonly disabled: boolean;
  readonly onChange: (csv: CsvSettings) => void;
  /** Reads the columns anew. */
  readonly onReread: (delimiter: Delimiter, hasHeader: boolean) => void;
}): ReactNode {
  return (
    <>
      <Select<Delimiter>
        label="Delimiter"
        value={csv.delimiter}
        disabled={disabled}
        onChange={(delimiter) => onReread(delimiter, csv.hasHeader)}
        options={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
      />
      <Checkbox
        label="First row has the column names"
        checked={csv.hasHeader}
        disabled={disabled}
        onChange={(hasHeader) => onReread(csv.delimiter, hasHeader)}
      />
      <Checkbox
        label="Remove the apostrophe of '=text"
        hint="Exports put it before = + - @ for spreadsheets."
        checked={csv.dropApostrophes}
        disabled={disabled}
        onChange={(dropApostrophes) => onChange({ ...csv, dropApostrophes })}
      />
      <Select<EmptyCells>
        label="Empty cells"
        value={csv.empty}
        disabled={disabled}
        onChange={(empty) => onChange({ ...csv, empty })}
        options={[
          { value: 'null', label: 'Write null' },
          { value: 'omit', label: 'Leave the property out' },
          { value: 'text', label: 'Write an empty text' },
        ]}
      />
    </>
  );
}

interface IdProps {
  readonly settings: FileSettings;
  readonly change: (part: Partial<FileSettings>) => void;
  readonly disabled: boolean;
}

const SERVER = 'server';

function TableIds({ settings, change, disabled }: IdProps): ReactNode {
  const { csv, idSource } = settings;
  return (
    <Select
      label="Document id"
      value={idSource === 'server' ? SERVER : String(csv.idColumn)}
      disabled={disabled}
      onChange={(value) =>
        change(
          value === SERVER
            ? { idSource: 'server', existing: 'overwrite' }
            : { idSource: 'property', csv: { ...csv, idColumn: Number(value) } },
        )
      }
      options={[
        { value: SERVER, label: 'Generated by the server' },
        ...csv.columns.map(({ header }, index) => ({
          value: String(index),
          label: header === '' ? `Column ${index + 1}` : header,
        })),
      ]}
    />
  );
}

function JsonIds({ settings, change, disabled }: IdProps): ReactNode {
  return (
    <>
      <Select<IdSource>
        label="Document id"
        value={settings.idSource}
        disabled={disabled}
        onChange={(idSource) =>
          change(idSource === 'server' ? { idSource, existing: 'overwrite' } : { idSource })
        }
        options={[
          { value: 'server', label: 'Generated by the server' },
          { value: 'metadata', label: '@metadata.@id' },
          { value: 'property', label: 'A property' },
        ]}
      />
      {settings.idSource === 'property' && (
        <TextField
          label="Property with the id"
          mono
          value={settings.idProperty}
          disabled={disabled}
          hint="Dots lead into nested objects."
          onChange={(idProperty) => change({ idProperty })}
        />
      )}
    </>
  );
}
