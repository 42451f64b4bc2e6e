/** Adds to a counter; a new name makes a new counter. */
import { useState } from 'react';
import type { Counter } from '../../../protocol/counters.ts';
import {
  Button,
  Dialog,
  ErrorView,
  formatCount,
  NumberField,
  TextField,
  useSubmit,
} from '../../../ui/index.ts';

export interface CounterDialogProps {
  /** Undefined for a new one. */
  readonly counter: Counter | undefined;
  readonly onAdd: (name: string, by: number) => Promise<void>;
  readonly onClose: () => void;
}

export function CounterDialog({ counter, onAdd, onClose }: CounterDialogProps) {
  const [name, setName] = useState('');
  const [by, setBy] = useState<number | null>(1);
  const { busy, failure, run } = useSubmit();
  const wanted = counter?.name ?? name.trim();
  const ready = wanted !== '' && by !== null;
  const add = () =>
    run(async () => {
      if (by === null || wanted === '') return;
      await onAdd(wanted, by);
      onClose();
    });
  return (
    <Dialog
      open
      width="narrow"
      title={counter ? `Change ${counter.name}` : 'Add counter'}
      onClose={onClose}
      onSubmit={() => void add()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!ready} busy={busy}>
            {counter ? 'Change' : 'Add'}
          </Button>
        </>
      }
    >
      {!counter && <TextField label="Name" value={name} onChange={setName} autoFocus />}
      <NumberField
        label="Add"
        value={by}
        onChange={setBy}
        min={Number.MIN_SAFE_INTEGER}
        max={Number.MAX_SAFE_INTEGER}
        hint={
          counter && by !== null
            ? `The total becomes ${formatCount(counter.total + by)}, unless others change it too.`
            : 'A negative number subtracts.'
        }
      />
      {failure !== null && <ErrorView error={failure} doing="Changing the counter" compact />}
    </Dialog>
  );
}
