/** A frame: full name, path, and the threads that contain it. */
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { pathTo, type StackNode } from '../../charts/flame/index.ts';
import type { StackGroup } from '../../protocol/thread-stacks.ts';
import type { ThreadUsage } from '../../protocol/threads.ts';
import { CopyButton, pluralize, IconButton } from '../../ui/index.ts';
import { shortFrame } from './own-code.ts';
import styles from './threads.module.css';

interface FrameDetailsProps {
  readonly node: StackNode;
  readonly groups: readonly StackGroup[];
  readonly threads: readonly ThreadUsage[];
  readonly unit: 'thread' | 'sample';
  readonly isOwn: (frame: string) => boolean;
  readonly onClose: () => void;
}

export function FrameDetails({ node, groups, threads, unit, isOwn, onClose }: FrameDetailsProps) {
  const path = pathTo(node);
  const passing = useMemo(() => threadsThrough(node, groups), [node, groups]);
  const known = useMemo(() => new Map(threads.map((thread) => [thread.id, thread])), [threads]);
  return (
    <aside className={styles.details} aria-label="Frame details">
      <header className={styles.detailsHead}>
        <h3>{shortFrame(node.frame)}</h3>
        <CopyButton
          iconOnly
          label="Copy path to this frame"
          text={() =>
            path
              .map((each) => each.frame)
              .reverse()
              .join('\n')
          }
        />
        <IconButton label="Close details" icon={<X />} onClick={onClose} />
      </header>
      <p className={styles.frameName}>{node.frame}</p>
      <p className={styles.quiet}>
        {pluralize(node.count, unit)} here
        {node.self > 0 && `, ${node.self} of them as the innermost frame`}
      </p>
      {passing.length > 0 && <h3>Threads</h3>}
      <ul className={styles.threadList}>
        {passing.map((id) => {
          const thread = known.get(id);
          return (
            <li key={id}>
              <code>{id}</code> {thread?.name ?? ''}
              {thread?.job && <span className={styles.quiet}> {thread.job.text}</span>}
              {thread && thread.cpu > 0 && <span className={styles.quiet}> {thread.cpu.toFixed(1)} %</span>}
            </li>
          );
        })}
      </ul>
      <h3>Called from</h3>
      <ol className={styles.path}>
        {path
          .slice(0, -1)
          .reverse()
          .map((each) => (
            <li key={each.id} className={isOwn(each.frame) ? styles.ownFrame : undefined} title={each.frame}>
              {each.frame}
            </li>
          ))}
      </ol>
    </aside>
  );
}

function threadsThrough(node: StackNode, groups: readonly StackGroup[]): number[] {
  const ids: number[] = [];
  const pending: StackNode[] = [node];
  for (let at = pending.pop(); at; at = pending.pop()) {
    for (const input of at.inputs) ids.push(...(groups[input]?.threadIds ?? []));
    pending.push(...at.children);
  }
  return [...new Set(ids)].sort((a, b) => a - b);
}
