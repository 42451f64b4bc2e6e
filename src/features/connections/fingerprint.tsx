import { Fragment, type ReactNode } from 'react';
import { fingerprintText } from '../../contract/index.ts';
import styles from './certificates.module.css';

/** A SHA-256 fingerprint that breaks between bytes only. */
export function Fingerprint(props: { readonly digits: string }): ReactNode {
  return (
    <code className={styles.fingerprint}>
      SHA-256{' '}
      {fingerprintText(props.digits)
        .split(/(?<=:)/)
        .map((byte, index) => (
          <Fragment key={index}>
            {byte}
            <wbr />
          </Fragment>
        ))}
    </code>
  );
}
