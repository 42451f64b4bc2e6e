import { createContext, useContext } from 'react';
import type { Port } from '../../contract/index.ts';
import type { Command } from './command.ts';
import type { ScreenParams } from './screen.ts';

export interface OpenOptions {
  readonly params?: ScreenParams;
  readonly connectionId?: string;
  readonly database?: string;
  /** Beside the current tab instead of over it. */
  readonly split?: boolean;
}

export interface Toast {
  readonly kind: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly detail?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** How far background work has come. `total` is null while nobody knows it. */
export interface OperationProgress {
  readonly done: number;
  readonly total: number | null;
  /** What is being done now, e.g. "1,250 of 3,400 documents". */
  readonly note?: string;
}

export interface OperationControl {
  /** Aborted when the person cancels it in the status bar. */
  readonly signal: AbortSignal;
  report(progress: OperationProgress): void;
}

/**
 * What the shell offers to every screen. Inside a tab, connection and database are the tab's own, and its commands answer to
 * the keyboard only while the tab is the active one. A new session object means a new port: reopen what was live.
 */
export interface Session {
  readonly port: Port;
  readonly connectionId: string;
  readonly database: string | null;
  /** Opens a screen, or brings the tab with the same screen, target and params to the front. */
  openScreen(screenId: string, options?: OpenOptions): void;
  closeTab(tabId: string): void;
  setConnection(connectionId: string): void;
  setDatabase(database: string | null): void;
  notify(toast: Toast): void;
  /** Any thrown value, shown with code, sentence and detail; never swallowed. */
  reportError(thrown: unknown, doing: string): void;
  /** Work that may outlive the screen that began it: the status bar shows its progress and can cancel it. */
  runOperation<T>(title: string, work: (control: OperationControl) => Promise<T>): Promise<T>;
  /** Registers commands while a screen is mounted; call the returned function to take them back. */
  addCommands(commands: readonly Command[]): () => void;
  /** A tab with unsaved work asks before it closes. */
  setDirty(tabId: string, dirty: boolean): void;
  /** View state of a tab that survives a restart (scroll, selection, unsaved text): JSON, kept small. */
  readTabState(tabId: string): unknown;
  writeTabState(tabId: string, state: unknown): void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session)
    throw new Error('useSession is called outside the shell: render the screen inside SessionContext.');
  return session;
}
