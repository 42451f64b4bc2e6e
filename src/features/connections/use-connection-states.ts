import { useEffect, useState } from 'react';
import type { Session } from '../../app/registry/index.ts';
import { PortError, type ConnectionCheck } from '../../contract/index.ts';

/** By connection id. Null while a server is checked for the first time. */
export type ConnectionStates = ReadonlyMap<string, ConnectionCheck | null>;

const none: ConnectionStates = new Map();

/** The host checks servers only while this is visible; the last states stay. */
export function useConnectionStates(
  { port, reportError }: Pick<Session, 'port' | 'reportError'>,
  visible: boolean,
): ConnectionStates {
  const [states, setStates] = useState(none);
  useEffect(() => {
    if (!visible) return undefined;
    const abort = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { states: changed } of port.open('connections.states', {}, { signal: abort.signal }))
        setStates((before) => new Map([...before, ...changed.map(({ id, check }) => [id, check] as const)]));
    };
    follow().catch((thrown: unknown) => {
      // The banner reports a closed port; the next port is followed again.
      if (abort.signal.aborted || (thrown instanceof PortError && thrown.code === 'closed')) return;
      reportError(thrown, 'Checking the servers');
    });
    return () => abort.abort();
  }, [port, reportError, visible]);
  return states;
}
