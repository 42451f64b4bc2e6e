import { CircleCheck, CircleDashed, CircleSlash, CircleX, Loader } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionCheck } from '../../contract/index.ts';
import { classNames } from '../../ui/index.ts';
import { stateText } from './connection-state-text.ts';
import styles from './connections.module.css';

/** Whether a server answers, with its version. Always of the same width, so that a list is read like a column. */
export function ConnectionStateCell(props: {
  readonly check: ConnectionCheck | null | undefined;
  readonly isSignedIn: boolean;
  readonly name: string;
}): ReactNode {
  const { check, isSignedIn, name } = props;
  const text = stateText(check, isSignedIn);
  return (
    <div className={styles.state} title={text.title} role="group" aria-label={`State of ${name}`}>
      <span className={classNames(styles.stateName, styles[text.tone])}>
        <Mark check={check} tone={text.tone} />
        {text.name}
      </span>
      {text.detail !== '' && <span className={styles.stateDetail}>{text.detail}</span>}
    </div>
  );
}

/** The shape repeats the text: colour alone says nothing. */
function Mark(props: {
  readonly check: ConnectionCheck | null | undefined;
  readonly tone: ReturnType<typeof stateText>['tone'];
}): ReactNode {
  const { check, tone } = props;
  if (check === undefined || check === null) return <Loader aria-hidden="true" />;
  switch (check.state) {
    case 'not-checked':
      return <CircleDashed aria-hidden="true" />;
    case 'unreachable':
      return <CircleX aria-hidden="true" />;
    case 'reachable':
      return tone === 'success' ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />;
  }
}
