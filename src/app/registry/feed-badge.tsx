/** The state of a live feed in one or two words. */
import type { ReactNode } from 'react';
import type { FeedStatus } from '../../protocol/follow.ts';
import { Badge } from '../../ui/index.ts';

export function FeedBadge(props: { readonly status: FeedStatus; readonly paused?: boolean }): ReactNode {
  const { status, paused = false } = props;
  if (status.kind === 'failed') return <Badge tone="danger">Not connected</Badge>;
  if (status.kind === 'connecting') return <Badge>Connecting…</Badge>;
  if (status.kind === 'reconnecting')
    return (
      <Badge tone="warning" title="The connection was lost. What happens meanwhile is not reported.">
        Reconnecting…
      </Badge>
    );
  if (paused) return <Badge tone="warning">Paused</Badge>;
  return <Badge tone="success">Live</Badge>;
}
