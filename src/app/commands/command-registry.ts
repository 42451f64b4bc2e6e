/**
 * All registered commands: of the shell, the features and mounted tabs. Palette, shortcuts and tests read this
 * list.
 */
import type { Command } from '../registry/index.ts';

/** The owner: shell commands are always active, tab commands only while the tab is in front. */
export type CommandOwner = { readonly kind: 'shell' } | { readonly kind: 'tab'; readonly tabId: string };

interface Entry {
  readonly owner: CommandOwner;
  readonly commands: readonly Command[];
}

export class CommandRegistry {
  private entries: readonly Entry[] = [];
  private readonly listeners = new Set<() => void>();

  /** Returns a function that unregisters them. */
  add(owner: CommandOwner, commands: readonly Command[]): () => void {
    const entry: Entry = { owner, commands };
    this.change([...this.entries, entry]);
    return () => this.change(this.entries.filter((each) => each !== entry));
  }

  /** The active commands. For equal ids the later one wins, and a tab command wins over a shell command. */
  available(activeTab: string | null): readonly Command[] {
    const found = new Map<string, Command>();
    const answering = this.entries.filter(({ owner }) => owner.kind === 'shell' || owner.tabId === activeTab);
    const byNearness = [
      ...answering.filter(({ owner }) => owner.kind === 'shell'),
      ...answering.filter(({ owner }) => owner.kind === 'tab'),
    ];
    for (const { commands } of byNearness) for (const command of commands) found.set(command.id, command);
    return [...found.values()];
  }

  /** For `useSyncExternalStore`: the same array until something changes. */
  readonly snapshot = (): readonly Entry[] => this.entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private change(entries: readonly Entry[]): void {
    this.entries = entries;
    for (const listener of this.listeners) listener();
  }
}

export const commandRegistry = new CommandRegistry();
