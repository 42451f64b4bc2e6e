/** The threads screen: what they do now, where they stood when somebody asked, where their time goes, what changed. */
import { useEffect, useMemo, useState } from 'react';
import { type ScreenProps, useSession } from '../../app/registry/index.ts';
import { SANDBOX_ID } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { Tabs } from '../../ui/index.ts';
import { useCaptures } from './captures.ts';
import { ComparePane } from './compare-pane.tsx';
import { LivePane } from './live-pane.tsx';
import { ProfilePane } from './profile-pane.tsx';
import { StacksPane } from './stacks-pane.tsx';
import { readThreadsState, type ThreadsState } from './threads-state.ts';

export default function ThreadsScreen({ tabId, connectionId }: ScreenProps) {
  const session = useSession();
  const server = useMemo(() => new ServerClient(session.port, connectionId), [session.port, connectionId]);
  const [state, setState] = useState(() => readThreadsState(session.readTabState(tabId)));
  const change = (part: Partial<ThreadsState>) => {
    const next = { ...state, ...part };
    setState(next);
    session.writeTabState(tabId, next);
  };

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
              server={server}
              state={state}
              onChange={change}
              onCapture={(threadId) => {
                change({ tab: 'stacks' });
                void useCaptures.getState().take(tabId, server, [threadId]);
              }}
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
              isCluster={connectionId !== SANDBOX_ID}
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
              isSandbox={connectionId === SANDBOX_ID}
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
