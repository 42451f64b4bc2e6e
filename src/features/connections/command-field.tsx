import type { ReactNode } from 'react';
import { TextArea } from '../../ui/index.ts';

/** A program and its arguments: what the host passes on without a shell, so nothing is quoted. */
export function CommandField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (lines: string) => void;
}): ReactNode {
  const { label, hint, value, error, onChange } = props;
  return (
    <TextArea
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      hint={hint}
      mono
      rows={3}
      placeholder={'/usr/bin/vault\nkv\nget'}
    />
  );
}
