/** Writes one entry of a time series; a new name makes a new series. */
import { useState } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { isIncremental, putTimeSeriesEntry, type TimeSeriesEntry } from '../../../protocol/time-series.ts';
import { Button, Dialog, ErrorView, TextField, useSubmit } from '../../../ui/index.ts';
import { MAX_VALUES, readTime, readValues } from './entry-text.ts';

export interface EntryDialogProps {
  readonly client: DatabaseClient;
  /** Of the document. */
  readonly id: string;
  /** Undefined for a new series. */
  readonly series: string | undefined;
  /** Undefined for a new entry. */
  readonly entry: TimeSeriesEntry | undefined;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

export function EntryDialog({ client, id, series, entry, onDone, onClose }: EntryDialogProps) {
  const [name, setName] = useState('');
  const [time, setTime] = useState(() => entry?.time ?? new Date().toISOString());
  const [text, setText] = useState(entry?.values.join(', ') ?? '');
  const [tag, setTag] = useState(entry?.tag ?? '');
  const { busy, failure, run } = useSubmit();
  const wanted = series ?? name.trim();
  const at = readTime(time);
  const values = readValues(text);
  const adds = isIncremental(wanted);
  const save = () =>
    run(async () => {
      if (wanted === '' || at === null || values === null) return;
      await putTimeSeriesEntry(client, id, wanted, {
        time: entry?.time ?? at,
        tag: tag.trim() === '' ? null : tag.trim(),
        values,
      });
      await onDone();
      onClose();
    });
  return (
    <Dialog
      open
      width="narrow"
      title={series === undefined ? 'Add time series' : entry ? 'Change entry' : 'Add entry'}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={wanted === '' || at === null || values === null}
            busy={busy}
          >
            {entry ? 'Change' : 'Add'}
          </Button>
        </>
      }
    >
      {series === undefined && <TextField label="Name" value={name} onChange={setName} autoFocus />}
      <TextField
        label="Time"
        mono
        value={time}
        disabled={entry !== undefined}
        error={at === null ? 'Enter a time such as 2024-01-31 12:00.' : null}
        hint="UTC without an offset; milliseconds at most"
        onChange={setTime}
      />
      <TextField
        label="Values"
        mono
        value={text}
        error={text !== '' && values === null ? `Enter 1 to ${MAX_VALUES} numbers.` : null}
        hint={adds ? 'Added to the values of this time' : 'Numbers, separated by commas'}
        onChange={setText}
      />
      {!adds && <TextField label="Tag" value={tag} onChange={setTag} hint="Optional" />}
      {failure !== null && <ErrorView error={failure} doing="Writing the entry" compact />}
    </Dialog>
  );
}
