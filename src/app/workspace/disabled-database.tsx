import { Power } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, EmptyState } from '../../ui/index.ts';
import { useSession } from '../registry/index.ts';

/** Replaces the screens of a disabled database, which sends no answer to any of their requests. */
export function DisabledDatabase(props: {
  readonly connectionName: string;
  readonly database: string;
  /** The tab holds unsaved changes, shown below. */
  readonly dirty: boolean;
}): ReactNode {
  const { connectionName, database, dirty } = props;
  const session = useSession();
  return (
    <div role="alert" aria-label={`${database} is disabled`}>
      <EmptyState
        icon={Power}
        title={`${database} is disabled`}
        text={`It is on the disk of ${connectionName}, but answers no request until it is enabled in its settings.${dirty ? ' Your unsaved changes are still here.' : ''}`}
        action={
          <Button
            variant="primary"
            onClick={() => session.openScreen('settings', { params: { section: 'state' } })}
          >
            Open settings
          </Button>
        }
      />
    </div>
  );
}
