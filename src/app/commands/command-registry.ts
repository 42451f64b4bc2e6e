/** Every command there is now: the shell's, the features', and those of mounted tabs. One list for palette, shortcuts and tests. */
import type { Command } from '../registry/index.ts';

/** Whose commands: the shell's answer always, a tab's only while it is in front. */
export type CommandOwner = { readonly kind: 'shell' } | { readonly kind: 'tab'; readonly tabId: string };

interface Entry {
  readonly owner: CommandOwner;
  readonly commands: readonly Command[];
}

export class CommandRegistry {
  private entries: readonly Entry[] = [];
  private readonly listeners = new Set<() => void>();

  /** Returns the way to take them back. */
  add(owner: CommandOwner, commands: readonly Command[]): () => void {
    const entry: Entry = { owner, commands };
    this.change([...this.entries, entry]);
    return () => this.change(this.entries.filter((each) => each !== entry));
  }

  /** The commands that answer now; of two with the same id the later one, of a tab before the shell's. */
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
