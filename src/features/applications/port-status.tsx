import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { SANDBOX_ID } from '../../contract/index.ts';
import { useApplicationPort, useSession } from '../../app/registry/index.ts';

/** The open port for applications in the status bar, on every connection. */
export function PortStatus(props: {
  /** The status bar's button. */
  readonly className: string | undefined;
}): ReactNode {
  const session = useSession();
  const open = useApplicationPort();
  if (open === null) return null;
  return (
    <button
      type="button"
      className={props.className}
      data-quiet=""
      title={`Programs on this computer can use the sandbox at ${open.url}`}
      onClick={() => session.openScreen('applications', { connectionId: SANDBOX_ID })}
    >
      <PlugZap size={13} aria-hidden="true" />
      {`Port ${new URL(open.url).port}`}
    </button>
  );
}
