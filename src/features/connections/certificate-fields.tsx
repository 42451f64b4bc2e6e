import type { ReactNode } from 'react';
import { Select, TextField } from '../../ui/index.ts';
import type { CertificateKind, ConnectionForm, FormProblems } from './connection-form.ts';
import { PathField } from './path-field.tsx';

const kinds: readonly { readonly value: CertificateKind; readonly label: string; readonly hint: string }[] = [
  { value: 'none', label: 'None', hint: 'The server allows anonymous access' },
  { value: 'pfx', label: 'PFX file', hint: 'Certificate and key in one file, as exported by RavenDB' },
  { value: 'pem', label: 'PEM files', hint: 'Certificate and private key in two files' },
];

export function CertificateFields(props: {
  readonly form: ConnectionForm;
  readonly problems: FormProblems;
  readonly canChoose: boolean;
  readonly onChange: (part: Partial<ConnectionForm>) => void;
}): ReactNode {
  const { form, problems, canChoose, onChange } = props;
  return (
    <>
      <Select
        label="Client certificate"
        value={form.certificate}
        onChange={(certificate) => onChange({ certificate })}
        options={kinds}
        error={problems.certificate}
      />
      {form.certificate === 'pfx' && (
        <PathField
          label="PFX file"
          value={form.pfxPath}
          onChange={(pfxPath) => onChange({ pfxPath })}
          extensions={['pfx', 'p12']}
          canChoose={canChoose}
          error={problems.pfxPath}
        />
      )}
      {form.certificate === 'pem' && (
        <>
          <PathField
            label="Certificate file"
            value={form.pemPath}
            onChange={(pemPath) => onChange({ pemPath })}
            extensions={['pem', 'crt', 'cer']}
            canChoose={canChoose}
            error={problems.pemPath}
          />
          <PathField
            label="Private key file"
            value={form.keyPath}
            onChange={(keyPath) => onChange({ keyPath })}
            extensions={['key', 'pem']}
            canChoose={canChoose}
            error={problems.keyPath}
          />
        </>
      )}
      {form.certificate !== 'none' && (
        <TextField
          label="Certificate password"
          type="password"
          value={form.password}
          onChange={(password) => onChange({ password })}
          hint="Kept in memory only, never written to a file. Leave empty if not protected."
        />
      )}
      {(form.certificate !== 'none' || form.url.trim().toLowerCase().startsWith('https:')) && (
        <PathField
          label="CA certificate"
          value={form.authorityPath}
          onChange={(authorityPath) => onChange({ authorityPath })}
          extensions={['pem', 'crt', 'cer']}
          canChoose={canChoose}
          hint="PEM file of the issuer, if your system does not trust the server certificate."
        />
      )}
    </>
  );
}
