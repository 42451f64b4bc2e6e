import type { ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { CheckPane } from './check-pane.tsx';
import { ServerPane } from './server-pane.tsx';

export default function DiskCheckScreen({ tabId, connectionId }: ScreenProps) {
  return capabilitiesOf(connectionId).builtIn ? <CheckPane tabId={tabId} /> : <ServerPane />;
}
