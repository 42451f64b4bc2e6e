/** A session around a component under test. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SessionContext, type Session } from './session.ts';

/** Members that a test does not give do nothing; errors and operations that it does not expect are thrown. */
export function renderInSession(
  given: Pick<Session, 'port'> & Partial<Session>,
  content: ReactNode,
): RenderResult {
  const session: Session = {
    connectionId: 'server',
    database: 'Shop',
    openScreen: () => undefined,
    closeTab: () => undefined,
    setConnection: () => undefined,
    setDatabase: () => undefined,
    notify: () => undefined,
    reportError: (thrown) => {
      throw thrown;
    },
    runOperation: () => Promise.reject(new Error('not part of this test')),
    addCommands: () => () => undefined,
    setDirty: () => undefined,
    readTabState: () => undefined,
    writeTabState: () => undefined,
    readDatabaseState: () => undefined,
    writeDatabaseState: () => undefined,
    ...given,
  };
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext.Provider value={session}>{content}</SessionContext.Provider>
    </QueryClientProvider>,
  );
}
