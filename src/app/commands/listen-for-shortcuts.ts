import type { Command } from '../registry/index.ts';
import { runCommand } from './run-command.ts';
import { isMac, isTyping, matchesShortcut } from './shortcut.ts';

/** More than one way to press the same command: `Mod+1 | Alt+1`. */
export function shortcutsOf(command: Command): readonly string[] {
  return command.shortcut?.split(' | ') ?? [];
}

/**
 * Runs commands by their shortcuts. The shell's own are taken before anything on the page sees the key, because an editor would keep
 * Ctrl+K for itself; those of screens come last, so that a field or an editor may use the key first.
 */
export function listenForShortcuts(
  target: Window,
  shell: () => readonly Command[],
  all: () => readonly Command[],
): () => void {
  const mac = isMac();
  const run = (event: KeyboardEvent, commands: readonly Command[]): void => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target, event)) return;
    // A dialog on top owns the keyboard; only what opened it may be pressed again.
    const found = commands.find((command) =>
      shortcutsOf(command).some((shortcut) => matchesShortcut(shortcut, event, mac)),
    );
    if (!found || (isModal(event.target) && !found.id.startsWith('shell.palette'))) return;
    event.preventDefault();
    event.stopPropagation();
    runCommand(found);
  };
  const early = (event: KeyboardEvent): void => run(event, shell());
  const late = (event: KeyboardEvent): void => run(event, all());
  target.addEventListener('keydown', early, { capture: true });
  target.addEventListener('keydown', late);
  return () => {
    target.removeEventListener('keydown', early, { capture: true });
    target.removeEventListener('keydown', late);
  };
}

function isModal(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}
