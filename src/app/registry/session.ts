import { createContext, useContext } from 'react';
import type { Port } from '../../contract/index.ts';
import type { Command } from './command.ts';
import type { ScreenParams } from './screen.ts';

export interface OpenOptions {
  readonly params?: ScreenParams;
  readonly connectionId?: string;
  readonly database?: string;
  /** Opens in a split next to the current tab. */
  readonly split?: boolean;
}

export interface Toast {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Progress of background work. `total` is null while it is unknown. */
export interface OperationProgress {
  readonly done: number;
  readonly total: number | null;
  /** Current step, e.g. "1,250 of 3,400 documents". */
  readonly note?: string;
}

export interface OperationControl {
  /** Aborted when the user cancels the operation in the status bar. */
  readonly signal: AbortSignal;
  report(progress: OperationProgress): void;
}

/**
 * The API of the shell for screens. In a tab, connection and database belong to the tab, and its commands are
 * active only while the tab is active. A new session object means a new port: reopen live streams.
 */
export interface Session {
  readonly port: Port;
  readonly connectionId: string;
  readonly database: string | null;
  /** Opens a screen, or activates the tab with the same screen, target and params. */
  openScreen(screenId: string, options?: OpenOptions): void;
  closeTab(tabId: string): void;
  setConnection(connectionId: string): void;
  setDatabase(database: string | null): void;
  notify(toast: Toast): void;
  /** Reports any thrown value with code, message and detail. */
  reportError(thrown: unknown, doing: string): void;
  /** Runs an operation that can outlive the screen: the status bar shows its progress and can cancel it. */
  runOperation<T>(title: string, work: (control: OperationControl) => Promise<T>): Promise<T>;
  /** Registers commands while a screen is mounted; call the returned function to unregister them. */
  addCommands(commands: readonly Command[]): () => void;
  /** A tab with unsaved changes needs confirmation before it closes. */
  setDirty(tabId: string, dirty: boolean): void;
  /** View state of a tab that survives a restart (scroll, selection, unsaved text): JSON, small. */
  readTabState(tabId: string): unknown;
  writeTabState(tabId: string, state: unknown): void;
  /** What a feature keeps for the database, also when its tabs are closed: JSON, small. */
  readDatabaseState(feature: string): unknown;
  writeDatabaseState(feature: string, state: unknown): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session)
    throw new Error('useSession is called outside the shell: render the screen inside SessionContext.');
  return session;
}
