/** A copy that stopped before its end, to resume or to forget. */
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UnfinishedCopy } from '../../../contract/index.ts';
import { Banner, Button, pluralize } from '../../../ui/index.ts';
import { useCopyPlaces } from './copy-places.ts';

export function UnfinishedBanner({
  copy,
  onResume,
  onForget,
}: {
  readonly copy: UnfinishedCopy;
  readonly onResume: () => void;
  readonly onForget: () => void;
}): ReactNode {
  const { target } = useCopyPlaces(copy.plan);
  const copied = copy.report.counts.reduce((sum, each) => sum + each.copied, 0);
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <Button icon={<Play />} onClick={onResume}>
            Resume copy
          </Button>
          <Button variant="ghost" onClick={onForget}>
            Forget
          </Button>
        </>
      }
    >
      The copy to {target} stopped after {pluralize(copied, 'document')}.
    </Banner>
  );
}
