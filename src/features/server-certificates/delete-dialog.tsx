import { useRef, type ReactNode } from 'react';
import type { ServerClient } from '../../protocol/client.ts';
import { deleteCertificate, type RegisteredCertificate } from '../../protocol/server-certificates.ts';
import { ConfirmDialog } from '../../ui/index.ts';

export function DeleteDialog(props: {
  readonly server: ServerClient;
  readonly certificate: RegisteredCertificate;
  readonly onClose: () => void;
  readonly onDone: (message: string) => Promise<void>;
}): ReactNode {
  const { server, certificate, onClose, onDone } = props;
  const { name, thumbprint, clearance } = certificate;
  const waiting = useRef(new AbortController());
  return (
    <ConfirmDialog
      open
      danger
      title={`Delete ${name}?`}
      confirmLabel="Delete certificate"
      typeToConfirm={name}
      onClose={() => {
        // Closing the dialog cancels a pending confirmation.
        waiting.current.abort();
        onClose();
      }}
      onConfirm={async () => {
        await deleteCertificate(server, thumbprint, waiting.current.signal);
        await onDone(`${name} was deleted.`);
      }}
    >
      <p>
        All clients with this certificate lose access to the server immediately. Its clearance is{' '}
        <b>{clearance}</b>, its thumbprint <code>{thumbprint}</code>. The same certificate can be uploaded
        again.
      </p>
    </ConfirmDialog>
  );
}
