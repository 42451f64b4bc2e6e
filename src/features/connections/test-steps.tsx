import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CallResponse, TestStep } from '../../contract/index.ts';
import { classNames, formatMs } from '../../ui/index.ts';
import styles from './test-steps.module.css';

export type TestResult = CallResponse<'connections.test'>;

const names: Readonly<Record<TestStep['step'], string>> = {
  address: 'Address',
  dns: 'Name',
  tcp: 'Port',
  proxy: 'Proxy',
  ssh: 'SSH',
  tls: 'TLS',
  certificate: 'Certificate',
  http: 'RavenDB',
  version: 'Version',
  access: 'Access',
};

/** The steps of a connection test with their results; a failed step is the last one. */
export function TestSteps(props: {
  readonly result: TestResult;
  readonly label: string;
  /** With the label as a visible title. */
  readonly isTitled?: boolean;
}): ReactNode {
  const { result, label, isTitled = false } = props;
  return (
    <ol className={styles.steps} aria-label={label}>
      {isTitled && (
        <li className={styles.title} aria-hidden="true">
          {label}
        </li>
      )}
      {result.steps.map((step, index) => (
        <li key={index} className={classNames(styles.step, !step.ok && styles.failed)}>
          {step.ok ? <Check aria-label="passed" /> : <X aria-label="failed" />}
          <span className={styles.name}>{names[step.step]}</span>
          <span className={styles.text}>
            {step.message}
            {step.detail !== undefined && step.detail !== step.message && (
              <details>
                <summary>Details</summary>
                <pre>{step.detail}</pre>
              </details>
            )}
          </span>
          <span className={styles.ms}>{formatMs(step.ms)}</span>
        </li>
      ))}
    </ol>
  );
}
