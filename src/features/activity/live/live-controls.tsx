/** State of a feed, pause and clear: the start of the toolbar of every live list. */
import { Eraser, Pause, Play } from 'lucide-react';
import { FeedBadge } from '../../../app/registry/index.ts';
import { Button, formatCount } from '../../../ui/index.ts';
import type { FeedStatus } from '../../../protocol/follow.ts';

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
