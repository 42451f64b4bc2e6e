import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PasswordStorage, Port } from '../../contract/index.ts';
import { Checkbox } from '../../ui/index.ts';
import { passwordStorageQuery } from './connections-query.ts';

/** False until it is known. */
export function useCanSavePassword(port: Port): boolean {
  const { data } = useQuery(passwordStorageQuery(port));
  return data !== undefined && data.kind !== 'none';
}

/** Below a password field: save it between runs, or why that is not possible here. */
export function SavePassword(props: {
  readonly port: Port;
  /** What is saved, in a sentence. */
  readonly subject?: string;
  readonly checked: boolean;
  readonly onChange: (save: boolean) => void;
}): ReactNode {
  const { port, subject = 'the password', checked, onChange } = props;
  const { data, error } = useQuery(passwordStorageQuery(port));
  const usable = data !== undefined && data.kind !== 'none';
  return (
    <Checkbox
      label={data === undefined || !usable ? `Save ${subject}` : labelOf(data, subject)}
      checked={checked && usable}
      disabled={!usable}
      onChange={onChange}
      hint={error === null ? hintOf(data) : error.message}
    />
  );
}

function labelOf(storage: PasswordStorage, subject: string): string {
  return storage.kind === 'keychain'
    ? `Save ${subject}, encrypted by ${storage.name}`
    : `Save ${subject}, encrypted with the passphrase of this program`;
}

function hintOf(storage: PasswordStorage | undefined): string {
  if (storage === undefined) return 'Reading whether passwords can be saved…';
  return storage.kind === 'none' ? storage.reason : 'Otherwise it stays in memory until Rookery exits.';
}
