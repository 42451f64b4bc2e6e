import type { RegisteredCertificate } from '../../protocol/server-certificates.ts';
import { Badge, formatDateTime, type ValueColumn } from '../../ui/index.ts';
import { endOf, rightsText } from './certificate-list.ts';
import styles from './server-certificates.module.css';

/** `own` is the thumbprint that the connection presents, and `hasTwoFactor` belongs to it: the server lists it for no other. */
export function columnsOf(at: {
  readonly own: string | null;
  readonly hasTwoFactor: boolean;
  readonly now: number;
}): readonly ValueColumn<RegisteredCertificate>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: 240,
      value: ({ name }) => name,
      render: ({ name, thumbprint, isServer }) => (
        <span className={styles.name}>
          {name}
          {thumbprint === at.own && (
            <Badge tone="info" title="The certificate that this connection presents">
              this connection
            </Badge>
          )}
          {thumbprint === at.own && at.hasTwoFactor && <Badge>two-factor</Badge>}
          {isServer && <Badge title="The certificate of the server itself">server</Badge>}
        </span>
      ),
    },
    {
      id: 'clearance',
      title: 'Clearance',
      width: 120,
      value: ({ clearance }) => clearance,
      render: ({ clearance }) => clearance,
    },
    { id: 'rights', title: 'Rights', width: 240, value: rightsText, render: rightsText },
    {
      id: 'end',
      title: 'Validity',
      width: 170,
      value: ({ notAfter }) => notAfter,
      render: (certificate) => {
        const { tone, text } = endOf(certificate, at.now);
        const { notAfter } = certificate;
        return (
          <Badge
            tone={tone}
            {...(Number.isNaN(notAfter) ? {} : { title: `Until ${formatDateTime(notAfter)}` })}
          >
            {text}
          </Badge>
        );
      },
    },
    {
      id: 'thumbprint',
      title: 'Thumbprint (SHA-1)',
      width: 330,
      mono: true,
      value: ({ thumbprint }) => thumbprint,
      render: ({ thumbprint }) => thumbprint,
    },
  ];
}
