/** The Subscriptions screen: the list with its workers and lag, or the form of one subscription with a test of its query. */
import { Rss } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useDatabase, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { EmptyState, ErrorView, SkeletonRows, useVisible } from '../../ui/index.ts';
import { SubscriptionForm } from './edit/subscription-form.tsx';
import { SubscriptionsList } from './list/subscriptions-list.tsx';
import styles from './subscriptions.module.css';
import { readState } from './subscriptions-state.ts';
import { useSubscriptions } from './use-subscriptions.ts';

export default function SubscriptionsScreen(props: ScreenProps): ReactNode {
  const { tabId, connectionId, database: named, params } = props;
  // The shell renders screens of scope `database` only with a selected database.
  const name = named ?? '';
  const database = useDatabase({ connectionId, database: named });
  const [state, change] = useTabState(tabId, (saved) => readState(saved, params));
  const [paused, setPaused] = useState(false);
  /** The form begins with a test of its query. */
  const [testFirst, setTestFirst] = useState(false);
  const [element, visible] = useVisible<HTMLDivElement>();
  const { list, reading } = useSubscriptions(database, visible && !paused);

  const content = (): ReactNode => {
    if (list.data === undefined)
      return list.isError ? (
        <ErrorView
          error={list.error}
          doing={`Reading the subscriptions of ${name}`}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <SkeletonRows label="Reading the subscriptions" />
      );
    if (list.data === null)
      return (
        <EmptyState
          icon={Rss}
          title={
            capabilitiesOf(connectionId).builtIn
              ? 'The sandbox has no subscriptions'
              : 'This server has no subscriptions'
          }
          text="It does not know the requests of subscriptions (RouteNotFoundException)."
        />
      );
    const { draft } = state;
    if (draft !== null)
      return (
        <SubscriptionForm
          tabId={tabId}
          database={database}
          draft={draft}
          stored={list.data.subscriptions.find((each) => each.name === draft.edited)}
          names={list.data.subscriptions.map((each) => each.name)}
          testFirst={testFirst}
          onDraft={(next) => change({ draft: next })}
          onClose={(selected) => change({ draft: null, ...(selected === undefined ? {} : { selected }) })}
        />
      );
    return (
      <SubscriptionsList
        connectionId={connectionId}
        name={name}
        database={database}
        subscriptions={list.data.subscriptions}
        more={list.data.more}
        reading={reading}
        failure={list.isError ? list.error : null}
        updatedAt={list.dataUpdatedAt}
        visible={visible}
        paused={paused}
        onPaused={setPaused}
        onRefresh={() => void list.refetch()}
        state={state}
        onChange={change}
        onOpen={(next, test) => {
          setTestFirst(test);
          change({ draft: next });
        }}
      />
    );
  };
  return (
    <div ref={element} className={styles.screen}>
      {content()}
    </div>
  );
}
