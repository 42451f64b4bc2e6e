import type { ReactNode } from 'react';
import { Select } from '../../ui/index.ts';
import { CommandField } from './command-field.tsx';
import type { CertificateFiles, CertificateKind, FormProblems } from './connection-form.ts';
import { PathField } from './path-field.tsx';

interface KindOption {
  readonly value: CertificateKind;
  readonly label: string;
  readonly hint: string;
}

const none: KindOption = { value: 'none', label: 'None', hint: 'The server allows anonymous access' };
const kinds: readonly KindOption[] = [
  { value: 'pfx', label: 'PFX file', hint: 'Certificate and key in one file, as exported by RavenDB' },
  { value: 'pem', label: 'PEM files', hint: 'Certificate and private key in two files' },
  { value: 'command', label: 'From a program', hint: 'It prints certificate and key, such as from a vault' },
];

/** The kind of a client certificate, and the paths of its files or the program that prints it. */
export function CertificateFileFields(props: {
  readonly files: CertificateFiles;
  readonly problems: FormProblems;
  readonly canChoose: boolean;
  /** Whether there can be no certificate. */
  readonly optional: boolean;
  readonly onChange: (part: Partial<CertificateFiles>) => void;
}): ReactNode {
  const { files, problems, canChoose, optional, onChange } = props;
  return (
    <>
      <Select
        label="Client certificate"
        value={files.certificate}
        onChange={(certificate) => onChange({ certificate })}
        options={optional ? [none, ...kinds] : kinds}
        error={problems.certificate}
      />
      {files.certificate === 'pfx' && (
        <PathField
          label="PFX file"
          value={files.pfxPath}
          onChange={(pfxPath) => onChange({ pfxPath })}
          extensions={['pfx', 'p12']}
          canChoose={canChoose}
          error={problems.pfxPath}
        />
      )}
      {files.certificate === 'pem' && (
        <>
          <PathField
            label="Certificate file"
            value={files.pemPath}
            onChange={(pemPath) => onChange({ pemPath })}
            extensions={['pem', 'crt', 'cer']}
            canChoose={canChoose}
            error={problems.pemPath}
          />
          <PathField
            label="Private key file"
            value={files.keyPath}
            onChange={(keyPath) => onChange({ keyPath })}
            extensions={['key', 'pem']}
            canChoose={canChoose}
            error={problems.keyPath}
          />
        </>
      )}
      {files.certificate === 'command' && (
        <CommandField
          label="Program that prints certificate and key"
          hint="One argument per line. It prints PEM, is started without a shell, and has 30 seconds."
          value={files.command}
          error={problems.command}
          onChange={(command) => onChange({ command })}
        />
      )}
    </>
  );
}
