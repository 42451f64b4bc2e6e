/** A user action. The palette, menus, shortcuts and tests share the list of commands. */
export interface Command {
  readonly id: string;
  /** Imperative, e.g. "Create database…". */
  readonly title: string;
  readonly group: string;
  /** `Mod` is Ctrl, on macOS Cmd: `Mod+K`, `Shift+Mod+P`, `F5`. */
  readonly shortcut?: string;
  /** Additional search keywords for the palette. */
  readonly keywords?: string;
  readonly run: () => void | Promise<void>;
}
