import type { ComponentType } from 'react';
import type { LucideIcon } from 'lucide-react';

export type ScreenParams = Readonly<Record<string, string>>;

/** What a screen is given. Connection and database are the tab's own: two tabs may look at two servers. */
export interface ScreenProps {
  readonly tabId: string;
  readonly connectionId: string;
  /** Null only for screens whose scope is not `database`. */
  readonly database: string | null;
  readonly params: ScreenParams;
}

export interface Screen {
  readonly id: string;
  /** Tab title; the params tell a document tab from another. */
  title(params: ScreenParams): string;
  readonly icon: LucideIcon;
  /** `app`: needs no server; `connection`: needs a server; `database`: needs a database too. */
  readonly scope: 'app' | 'connection' | 'database';
  /** Present when the screen stands on the rail. `key` is the digit that opens it with Ctrl/Cmd. */
  readonly rail?: { readonly order: number; readonly label: string; readonly key?: string };
  /** Loaded when first shown, so that the frame paints before any screen's code arrives. */
  load(): Promise<{ default: ComponentType<ScreenProps> }>;
  /** Shown under `?` besides the commands. */
  readonly shortcuts?: readonly { readonly keys: string; readonly does: string }[];
}
