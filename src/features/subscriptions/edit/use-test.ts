/** Runs tests of a query; a new one replaces the one that runs. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import {
  trySubscription,
  type SubscriptionDefinition,
  type SubscriptionTest,
} from '../../../protocol/subscriptions.ts';

export type Tested = Omit<SubscriptionDefinition, 'name'>;

export type TestRun =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly of: Tested }
  | {
      readonly kind: 'answered';
      readonly test: SubscriptionTest;
      readonly of: Tested;
      readonly asked: number;
    };

const none: TestRun = { kind: 'none' };

export function useTest({ client }: Database) {
  const [run, setRun] = useState<TestRun>(none);
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = useCallback(
    (of: Tested, asked: number) => {
      current.current?.abort();
      const abort = new AbortController();
      current.current = abort;
      setRun({ kind: 'running' });
      trySubscription(client, of, asked, { signal: abort.signal }).then(
        (test) => {
          if (!abort.signal.aborted) setRun({ kind: 'answered', test, of, asked });
        },
        (error: unknown) => {
          if (!abort.signal.aborted) setRun({ kind: 'failed', error, of });
        },
      );
    },
    [client],
  );
  const stop = useCallback(() => {
    current.current?.abort();
    setRun(none);
  }, []);
  return { run, start, stop };
}
