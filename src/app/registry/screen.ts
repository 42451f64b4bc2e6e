import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';

export type ScreenParams = Readonly<Record<string, string>>;

/** The props of a screen. Connection and database belong to the tab: two tabs can show two servers. */
export interface ScreenProps {
  readonly tabId: string;
  readonly connectionId: string;
  /** Null only for screens whose scope is not `database`. */
  readonly database: string | null;
  readonly params: ScreenParams;
}

export interface Screen {
  readonly id: string;
  /** Tab title; `params` distinguish one document tab from another. */
  title(params: ScreenParams): string;
  readonly icon: LucideIcon;
  /** `app`: needs no server; `connection`: needs a server; `database`: needs a database too. */
  readonly scope: 'app' | 'connection' | 'database';
  /** Usable while its database is disabled, when the server answers no request for its content. */
  readonly worksWhileDisabled?: true;
  /** Present when the screen appears in the rail; its place there is also its digit with Ctrl/Cmd. */
  readonly rail?: { readonly order: number; readonly label: string };
  /** Loaded on first display, so that the frame paints before the code of any screen arrives. */
  load(): Promise<{ default: ComponentType<ScreenProps> }>;
  /** Shown in the shortcuts sheet in addition to the commands. */
  readonly shortcuts?: readonly { readonly keys: string; readonly does: string }[];
}
