/** The threads screen: live table, stack captures, profiles, comparison. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ScreenProps, useIsFileWaiting, useSession } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { Tabs } from '../../ui/index.ts';
import { useCaptures } from './captures.ts';
import { ComparePane } from './compare-pane.tsx';
import { LivePane } from './live-pane.tsx';
import { ProfilePane } from './profile-pane.tsx';
import { StacksPane } from './stacks-pane.tsx';
import { readThreadsState, type ThreadsState } from './threads-state.ts';
import { useSavedCaptures } from './use-saved-captures.ts';

export default function ThreadsScreen({ tabId, connectionId }: ScreenProps) {
  const session = useSession();
  const server = useMemo(() => new ServerClient(session.port, connectionId), [session.port, connectionId]);
  const { otherProcesses, clusterStacks } = capabilitiesOf(connectionId);
  const [state, setState] = useState(() => readThreadsState(session.readTabState(tabId)));
  const change = useCallback(
    (part: Partial<ThreadsState>) => setState((before) => ({ ...before, ...part })),
    [],
  );
  useEffect(() => session.writeTabState(tabId, state), [session, tabId, state]);
  useSavedCaptures(tabId, state.capturesKey);
  // The pane of stacks takes the file.
  const isFileWaiting = useIsFileWaiting('threads');
  if (isFileWaiting && state.tab !== 'stacks') change({ tab: 'stacks' });
  const captureThread = useCallback(
    (threadId: number) => {
      change({ tab: 'stacks' });
      void useCaptures.getState().take(tabId, server, [threadId]);
    },
    [change, tabId, server],
  );

  useEffect(
    () =>
      session.addCommands([
        {
          id: 'threads.capture',
          title: 'Capture stacks',
          group: 'Threads',
          keywords: 'stack trace threads dump',
          run: () => {
            setState((before) => ({ ...before, tab: 'stacks' }));
            void useCaptures.getState().take(tabId, server);
          },
        },
        {
          id: 'threads.profile',
          title: 'Profile the threads',
          group: 'Threads',
          keywords: 'stack samples time flame',
          run: () => setState((before) => ({ ...before, tab: 'profile' })),
        },
        {
          id: 'threads.compare',
          title: 'Compare captures',
          group: 'Threads',
          keywords: 'stack difference before after',
          run: () => setState((before) => ({ ...before, tab: 'compare' })),
        },
      ]),
    [session, server, tabId],
  );

  return (
    <Tabs
      label="Threads"
      value={state.tab}
      onChange={(tab) => change({ tab })}
      items={[
        {
          id: 'live',
          label: 'Live',
          panel: (
            <LivePane
              tabId={tabId}
              server={server}
              otherProcesses={otherProcesses}
              state={state}
              onChange={change}
              onCapture={captureThread}
            />
          ),
        },
        {
          id: 'stacks',
          label: 'Stacks',
          panel: (
            <StacksPane
              tabId={tabId}
              server={server}
              otherProcesses={otherProcesses}
              clusterStacks={clusterStacks}
              state={state}
              onChange={change}
            />
          ),
        },
        {
          id: 'profile',
          label: 'Profile',
          panel: (
            <ProfilePane
              tabId={tabId}
              server={server}
              otherProcesses={otherProcesses}
              state={state}
              onChange={change}
            />
          ),
        },
        {
          id: 'compare',
          label: 'Compare',
          panel: <ComparePane tabId={tabId} state={state} onChange={change} />,
        },
      ]}
    />
  );
}
