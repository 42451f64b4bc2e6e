import { Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { noFaults } from '../../protocol/fault-injection.ts';
import { Banner, Button } from '../../ui/index.ts';
import { faultTexts } from './fault-texts.ts';
import { useFaultInjection } from './use-fault-injection.ts';

/** Above all screens of a connection while its disk or clock is not the machine's. */
export function FaultBanner({ connectionId }: { readonly connectionId: string }): ReactNode {
  const session = useSession();
  const { state, apply } = useFaultInjection(connectionId, { enabled: true, watching: false });
  if (state.data?.active !== true) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button onClick={() => session.openScreen('fault-injection')}>Change</Button>
          <Button
            disabled={apply.isPending}
            onClick={() =>
              apply.mutate(noFaults, {
                onError: (error) => session.reportError(error, 'Removing the injected faults'),
              })
            }
          >
            Remove all faults
          </Button>
        </>
      }
    >
      <Zap size={13} aria-hidden="true" /> Faults are injected: {faultTexts(state.data.faults).join(', ')}.
    </Banner>
  );
}
