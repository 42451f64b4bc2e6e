/** State of a feed, pause and clear: the start of the toolbar of every live list. */
import { Eraser, Pause, Play } from 'lucide-react';
import { Badge, Button, formatCount } from '../../../ui/index.ts';
import type { FeedStatus } from './follow.ts';

export function FeedBadge(props: { readonly status: FeedStatus; readonly paused?: boolean }) {
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

export function LiveControls(props: {
  readonly status: FeedStatus;
  readonly paused: boolean;
  readonly waiting: number;
  readonly onPaused: (paused: boolean) => void;
  readonly onClear: () => void;
}) {
  const { status, paused, waiting, onPaused, onClear } = props;
  return (
    <>
      <FeedBadge status={status} paused={paused} />
      <Button variant="ghost" icon={paused ? <Play /> : <Pause />} onClick={() => onPaused(!paused)}>
        {paused ? (waiting > 0 ? `Resume (${formatCount(waiting)} new)` : 'Resume') : 'Pause'}
      </Button>
      <Button variant="ghost" icon={<Eraser />} onClick={onClear}>
        Clear
      </Button>
    </>
  );
}
