import { createContext, useContext } from 'react';
import type { ConnectionView, Port } from '../../contract/index.ts';

export interface ShellValue {
  readonly port: Port;
  /** Null until the list is loaded. */
  readonly connections: readonly ConnectionView[] | null;
}

export const ShellContext = createContext<ShellValue | null>(null);

function useShell(): ShellValue {
  const value = useContext(ShellContext);
  if (!value)
    throw new Error('useShell is called outside the shell: render the component inside ShellContext.');
  return value;
}

export function useShellPort(): Port {
  return useShell().port;
}

export function useConnections(): readonly ConnectionView[] | null {
  return useShell().connections;
}

export function useConnectionView(id: string): ConnectionView | undefined {
  return useShell().connections?.find((each) => each.connection.id === id);
}
