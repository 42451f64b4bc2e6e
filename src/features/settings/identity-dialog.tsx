/** Creates an identity, or sets its next value. A lower value waits for its name to be typed. */
import { useState } from 'react';
import type { Identity } from '../../protocol/identities.ts';
import { Button, Dialog, ErrorView, NumberField, TextField, useSubmit } from '../../ui/index.ts';
import { findIdentity, identityChange, MAX_IDENTITY } from './identity-text.ts';
import styles from './settings.module.css';

export interface IdentityDialogProps {
  readonly identities: readonly Identity[];
  /** Undefined: a new one. */
  readonly existing: Identity | undefined;
  readonly onSave: (name: string, next: number, lower: boolean) => Promise<void>;
  readonly onClose: () => void;
}

export function IdentityDialog({ identities, existing, onSave, onClose }: IdentityDialogProps) {
  const [name, setName] = useState('');
  const [next, setNext] = useState<number | null>(existing ? existing.value + 1 : 1);
  const [typed, setTyped] = useState('');
  const { busy, failure, run } = useSubmit();
  const taken = existing === undefined ? findIdentity(identities, name) : undefined;
  const { lower, sentences } = identityChange(name, existing, next);
  const allowed =
    taken === undefined && next !== null && sentences.length > 0 && (!lower || typed === existing?.name);

  const save = () => {
    if (!allowed) return;
    void run(() => onSave(existing?.name ?? name.trim(), next, lower).then(onClose));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={existing ? `Set next value of ${existing.name}` : 'New identity'}
      width="narrow"
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={lower ? 'danger' : 'primary'} disabled={!allowed} busy={busy}>
            {lower ? 'Lower next value' : existing ? 'Set next value' : 'Create identity'}
          </Button>
        </>
      }
    >
      {existing === undefined && (
        <TextField
          label="Name"
          mono
          value={name}
          placeholder="invoices|"
          onChange={setName}
          {...(taken ? { error: `${taken.name} exists. Set its next value in the list.` } : {})}
        />
      )}
      <NumberField label="Next value" value={next} min={1} max={MAX_IDENTITY} onChange={setNext} />
      {sentences.length > 0 && taken === undefined && (
        <div className={styles.changes} aria-live="polite">
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {lower && existing && (
        <TextField
          label={
            <>
              Type <code>{existing.name}</code> to confirm
            </>
          }
          value={typed}
          onChange={setTyped}
        />
      )}
      {failure !== null && <ErrorView error={failure} doing="Setting the next value" compact />}
    </Dialog>
  );
}
