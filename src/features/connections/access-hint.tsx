import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { allowsMore, type ConfirmationMethod, type ConnectionMode } from '../../contract/index.ts';
import { modes } from './connection-colour.ts';
import { appInfoQuery } from './connections-query.ts';
import styles from './connections.module.css';

const confirmedBy: Readonly<Record<ConfirmationMethod, string>> = {
  dialog: ' Confirmed in a system dialog.',
  code: ' Confirmed with a code from the terminal.',
  off: '',
};

/** The effect of a mode, and how raising it is confirmed. */
export function AccessHint(props: {
  readonly mode: ConnectionMode;
  readonly before: ConnectionMode;
}): ReactNode {
  const { mode, before } = props;
  const info = useQuery(appInfoQuery(useSession().port));
  const method = info.data?.confirmations ?? 'off';
  return (
    <p className={styles.hint}>
      {modes.find((each) => each.value === mode)?.hint}
      {allowsMore(mode, before) && confirmedBy[method]}
    </p>
  );
}
