import { PanelsTopLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, EmptyState, KeyHint } from '../../ui/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { currentTarget } from '../session/make-session.ts';
import { screenById } from '../screens.ts';
import { openTab } from './workspace-store.ts';

/** The work area without a tab. */
export function EmptyWorkspace(): ReactNode {
  return (
    <EmptyState
      icon={PanelsTopLeft}
      title="No open tabs"
      text="Open a screen from the sidebar, or search for commands and databases."
      action={
        <>
          <Button
            variant="primary"
            onClick={() => {
              const dashboard = screenById('dashboard');
              if (dashboard) openTab(dashboard, currentTarget());
            }}
          >
            Open dashboard
          </Button>
          <Button onClick={() => openOverlay('palette')}>
            Search… <KeyHint keys="Mod+K" />
          </Button>
        </>
      }
    />
  );
}
