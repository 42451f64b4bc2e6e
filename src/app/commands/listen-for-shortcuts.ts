import type { Command } from '../registry/index.ts';
import { runCommand } from './run-command.ts';
import { isMac, isTyping, matchesShortcut } from './shortcut.ts';

/** Alternatives for the same command: `Mod+1 | Alt+1`. */
export function shortcutsOf(command: Command): readonly string[] {
  return command.shortcut?.split(' | ') ?? [];
}

/**
 * Runs commands by shortcut. Shell shortcuts are handled in the capture phase, because an editor would consume
 * Ctrl+K; screen shortcuts are handled last, so that a field or an editor can use the key first.
 */
export function listenForShortcuts(
  target: Window,
  shell: () => readonly Command[],
  all: () => readonly Command[],
): () => void {
  const mac = isMac();
  const run = (event: KeyboardEvent, commands: readonly Command[]): void => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target, event)) return;
    // A modal dialog owns the keyboard. Only the shortcut that opened it stays active.
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
