import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Select, TextField } from '../../ui/index.ts';
import { CommandField } from './command-field.tsx';
import type { CertificateFiles, FormProblems, PasswordSource } from './connection-form.ts';
import { SavePassword } from './save-password.tsx';

const sources: readonly { value: PasswordSource; label: string; hint: string }[] = [
  { value: 'user', label: 'Enter it', hint: 'Kept in memory, or saved encrypted' },
  { value: 'command', label: 'From a program', hint: 'Such as the command line of a vault' },
];

/** The password of the files of a certificate: entered, or printed by a program. */
export function PasswordFields(props: {
  readonly files: CertificateFiles;
  readonly problems: FormProblems;
  readonly password: string;
  readonly save: boolean;
  readonly hint: string;
  readonly onFiles: (part: Partial<CertificateFiles>) => void;
  readonly onPassword: (password: string) => void;
  readonly onSave: (save: boolean) => void;
}): ReactNode {
  const { files, problems, password, save, hint, onFiles, onPassword, onSave } = props;
  const { port } = useSession();
  if (files.certificate === 'none' || files.certificate === 'command') return null;
  return (
    <>
      <Select
        label="Password"
        value={files.passwordFrom}
        onChange={(passwordFrom) => onFiles({ passwordFrom })}
        options={sources}
      />
      {files.passwordFrom === 'command' ? (
        <CommandField
          label="Program that prints the password"
          hint="One argument per line. Started without a shell, when it is needed."
          value={files.passwordCommand}
          error={problems.passwordCommand}
          onChange={(passwordCommand) => onFiles({ passwordCommand })}
        />
      ) : (
        <>
          <TextField
            label="Certificate password"
            type="password"
            value={password}
            onChange={onPassword}
            hint={hint}
          />
          {password !== '' && <SavePassword port={port} checked={save} onChange={onSave} />}
        </>
      )}
    </>
  );
}
