import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Button } from '../../ui/index.ts';

/** Deletes the saved password of the stored proxy or SSH key, also from memory. Open connections stay signed in. */
export function ForgetRoutePassword({
  id,
  subject,
}: {
  readonly id: string;
  /** `proxy password` */
  readonly subject: string;
}): ReactNode {
  const session = useSession();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function forget(): Promise<void> {
    setBusy(true);
    try {
      await session.port.call('connections.setRoutePassword', { id, password: '' });
      await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
    } catch (error) {
      session.reportError(error, `Forgetting the ${subject}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <Button onClick={() => void forget()} disabled={busy}>
        Forget saved {subject}
      </Button>
    </div>
  );
}
